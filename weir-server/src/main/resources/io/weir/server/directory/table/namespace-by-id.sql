-- The namespace with an id, in any workspace, deleted or not.
SELECT id, workspace_id, name, degraded_mode, window_mode, deleted, revision
FROM ratelimit_directory_namespaces
WHERE digest = ?
