-- Raises components to at least these counts, in one statement: all of them or none.
-- updated_at changes only when the count grows, so a pull since a watermark finds only growth. It must be assigned
-- before count: MySQL and MariaDB assign from left to right, and would otherwise compare the new count with itself.
-- A count that cannot have been admitted is replaced.
-- There is no row alias for the new values, because MariaDB supports only VALUES().
INSERT INTO ratelimit_window_counts
  (subject_digest, sequence, owner_digest, region_digest, workspace_id, namespace, identifier, duration_ms, region, writer,
   count, expires_at, epoch, updated_at)
VALUES
  {each (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, {now})}
ON DUPLICATE KEY UPDATE
  updated_at = CASE WHEN VALUES(count) > count OR count > {most} THEN VALUES(updated_at) ELSE updated_at END,
  count = CASE WHEN count > {most} THEN VALUES(count) ELSE GREATEST(count, VALUES(count)) END
