-- The sums of at most a given number of live cells after a position: used at the start, and periodically in case a
-- change was missed. The innermost query reads the table in the order of its key, so that nothing is sorted and,
-- because the key never changes, no row is skipped when it changes between two pages. The rest is as in
-- pull-changed.
SELECT named.workspace_id, named.namespace, named.identifier, named.duration_ms, named.epoch,
       summed.subject_digest, summed.sequence, 0 AS changed_at, 0 AS expires_at, 1 AS found,
       summed.regional, summed.total, summed.left_out, LEAST(summed.changed_at, {now}) AS newest
FROM (
  SELECT counts.subject_digest, counts.sequence, MIN(counts.owner_digest) AS lowest_owner, MAX(counts.updated_at) AS changed_at,
         SUM(CASE WHEN counts.region_digest = ? AND (counts.owner_digest = ? OR ? = 1)
               AND counts.count BETWEEN 0 AND {most} THEN counts.count ELSE 0 END) AS regional,
         SUM(CASE WHEN counts.count BETWEEN 0 AND {most} THEN counts.count ELSE 0 END) AS total,
         SUM(CASE WHEN counts.count BETWEEN 0 AND {most} THEN 0 ELSE 1 END) AS left_out
  FROM (
    SELECT DISTINCT subject_digest, sequence
    FROM ratelimit_window_counts FORCE INDEX (PRIMARY)
    WHERE expires_at > {now} AND subject_digest >= ? AND (subject_digest > ? OR sequence > ?)
    ORDER BY subject_digest, sequence
    LIMIT ?
  ) line
  {join in order} ratelimit_window_counts counts FORCE INDEX (PRIMARY)
    ON counts.subject_digest = line.subject_digest AND counts.sequence = line.sequence
  GROUP BY counts.subject_digest, counts.sequence
) summed
{join in order} ratelimit_window_counts named
  ON named.subject_digest = summed.subject_digest AND named.sequence = summed.sequence
    AND named.owner_digest = summed.lowest_owner
