-- Adds an override that was found to be missing in the same change.
INSERT INTO ratelimit_directory_overrides
  (digest, namespace_digest, id, namespace_id, identifier, limit_count, duration_ms, deleted, revision)
VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?)
