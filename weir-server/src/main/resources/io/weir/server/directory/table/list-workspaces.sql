-- All workspaces, in the order of their ids.
SELECT id, name, enabled, quota, revision
FROM ratelimit_directory_workspaces
ORDER BY id
