-- Adds an override. The same transaction has checked that it does not exist.
INSERT INTO ratelimit_directory_overrides
  (digest, namespace_digest, id, namespace_id, identifier, limit_count, duration_ms, deleted, revision)
VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)
