-- For every live cell with a component that changed since the watermark, the sums over all of its components; at
-- most a given number of changes after a position. Regional is the component that includes the requester's own
-- count or, if it names none, all components of its region. A count that cannot have been admitted is left out: one
-- wrong row must not block a subject everywhere.
-- The innermost query reads only the index on updated_at, in its order, so that nothing is sorted; a row that
-- changes between two pages moves forward in it. A changed cell is summed completely, so its other changes of the
-- same millisecond can be skipped. The grouped columns have a fixed width; the readable names are fetched by key,
-- once per cell, from the component with the lowest owner digest. A change never counts as newer than now:
-- otherwise, after the clock was set back, watermarks in the future would hide all later changes.
SELECT named.workspace_id, named.namespace, named.identifier, named.duration_ms, named.epoch,
       summed.subject_digest, summed.sequence, summed.changed_at, summed.expires_at, summed.found,
       summed.regional, summed.total, summed.left_out, LEAST(summed.changed_at, {now}) AS newest
FROM (
  SELECT counts.subject_digest, counts.sequence, MIN(counts.owner_digest) AS lowest_owner,
         MAX(changed.changed_at) AS changed_at, MAX(changed.expires_at) AS expires_at, MAX(changed.found) AS found,
         SUM(CASE WHEN counts.region_digest = ? AND (counts.owner_digest = ? OR ? = 1)
               AND counts.count BETWEEN 0 AND {most} THEN counts.count ELSE 0 END) AS regional,
         SUM(CASE WHEN counts.count BETWEEN 0 AND {most} THEN counts.count ELSE 0 END) AS total,
         SUM(CASE WHEN counts.count BETWEEN 0 AND {most} THEN 0 ELSE 1 END) AS left_out
  FROM (
    SELECT subject_digest, sequence, MAX(updated_at) AS changed_at, MAX(expires_at) AS expires_at, COUNT(*) AS found
    FROM (
      SELECT subject_digest, sequence, updated_at, expires_at
      FROM ratelimit_window_counts FORCE INDEX (updated_at_idx)
      WHERE updated_at >= ? AND expires_at > {now}
        AND (updated_at > ? OR expires_at > ?
          OR (expires_at = ? AND (subject_digest > ? OR (subject_digest = ? AND sequence > ?))))
      ORDER BY updated_at, expires_at, subject_digest, sequence
      LIMIT ?
    ) line
    GROUP BY subject_digest, sequence
  ) changed
  {join in order} ratelimit_window_counts counts FORCE INDEX (PRIMARY)
    ON counts.subject_digest = changed.subject_digest AND counts.sequence = changed.sequence
  GROUP BY counts.subject_digest, counts.sequence
) summed
{join in order} ratelimit_window_counts named
  ON named.subject_digest = summed.subject_digest AND named.sequence = summed.sequence
    AND named.owner_digest = summed.lowest_owner
