-- The namespaces of a workspace from an id on, deleted ones too, so many at most.
SELECT id, workspace_id, name, degraded_mode, window_mode, deleted, revision
FROM ratelimit_directory_namespaces
WHERE workspace_id = ? AND id > ?
ORDER BY id
LIMIT ?
