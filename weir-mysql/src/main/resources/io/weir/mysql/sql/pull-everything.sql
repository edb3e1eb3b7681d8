-- The sums of every live cell: at the start, and now and then in case a change slipped through.
-- Reads the table in the order of its key, so that nothing is sorted. Names as in pull-changed.
SELECT named.workspace_id, named.namespace, named.identifier, named.duration_ms, summed.sequence,
       summed.regional, summed.total, summed.newest
FROM (
  SELECT counts.subject_digest, counts.sequence, MIN(counts.owner_digest) AS lowest_owner,
         SUM(CASE WHEN counts.region_digest = ? AND (counts.owner_digest = ? OR ? = 1) THEN counts.count ELSE 0 END) AS regional,
         SUM(counts.count) AS total, LEAST(MAX(counts.updated_at), {now}) AS newest
  FROM ratelimit_window_counts counts
  WHERE counts.expires_at > {now}
  GROUP BY counts.subject_digest, counts.sequence
) summed
{join in order} ratelimit_window_counts named
  ON named.subject_digest = summed.subject_digest AND named.sequence = summed.sequence
    AND named.owner_digest = summed.lowest_owner
