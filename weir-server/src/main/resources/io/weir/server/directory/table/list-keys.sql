-- All keys, in the order of their workspaces and ids.
SELECT id, workspace_id, key_hash, name, permissions, expires_at, enabled, deleted, revision
FROM ratelimit_directory_root_keys
ORDER BY workspace_id, id
