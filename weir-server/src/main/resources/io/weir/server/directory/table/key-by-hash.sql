-- The key with a hash, revoked or not.
SELECT id, workspace_id, key_hash, name, permissions, expires_at, enabled, deleted, revision
FROM ratelimit_directory_root_keys
WHERE key_hash = ?
