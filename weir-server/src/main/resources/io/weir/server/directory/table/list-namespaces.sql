-- At most a given number of namespaces of a workspace after an id, including deleted ones.
SELECT id, workspace_id, name, degraded_mode, window_mode, deleted, revision
FROM ratelimit_directory_namespaces
WHERE workspace_id = ? AND id > ?
ORDER BY id
LIMIT ?
