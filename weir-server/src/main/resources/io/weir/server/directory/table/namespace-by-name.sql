-- The namespace with a name in a workspace, deleted or not.
SELECT id, workspace_id, name, degraded_mode, window_mode, deleted, revision
FROM ratelimit_directory_namespaces
WHERE name_digest = ?
