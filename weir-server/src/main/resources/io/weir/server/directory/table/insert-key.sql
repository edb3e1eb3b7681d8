-- Adds a key, of which only the hash is stored.
INSERT INTO ratelimit_directory_root_keys
  (digest, key_hash, id, workspace_id, name, permissions, expires_at, enabled, deleted, revision)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
