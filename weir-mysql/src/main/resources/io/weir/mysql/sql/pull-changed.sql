-- For every live cell of which any component changed since the watermark, the sums over all of its components. Regional is
-- the component that the asker's own count is part of or, if it names none, all components of its region.
-- The innermost query reads only the index on updated_at; what is sorted and grouped has fixed width; the readable names
-- are fetched by key, once per cell, from the component with the lowest owner digest. A change never counts as newer than
-- now: after the clock was set back, watermarks of the future would hide everything that follows.
SELECT named.workspace_id, named.namespace, named.identifier, named.duration_ms, summed.sequence,
       summed.regional, summed.total, summed.newest
FROM (
  SELECT counts.subject_digest, counts.sequence, MIN(counts.owner_digest) AS lowest_owner,
         SUM(CASE WHEN counts.region_digest = ? AND (counts.owner_digest = ? OR ? = 1) THEN counts.count ELSE 0 END) AS regional,
         SUM(counts.count) AS total, LEAST(MAX(counts.updated_at), {now}) AS newest
  FROM (
    SELECT DISTINCT subject_digest, sequence
    FROM ratelimit_window_counts
    WHERE updated_at >= ? AND expires_at > {now}
  ) changed
  {join in order} ratelimit_window_counts counts
    ON counts.subject_digest = changed.subject_digest AND counts.sequence = changed.sequence
  GROUP BY counts.subject_digest, counts.sequence
) summed
{join in order} ratelimit_window_counts named
  ON named.subject_digest = summed.subject_digest AND named.sequence = summed.sequence
    AND named.owner_digest = summed.lowest_owner
