-- The workspace with a name.
SELECT id, name, enabled, quota, revision
FROM ratelimit_directory_workspaces
WHERE name_digest = ?
