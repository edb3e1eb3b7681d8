-- The workspace with an id.
SELECT id, name, enabled, quota, revision
FROM ratelimit_directory_workspaces
WHERE digest = ?
