-- At most a given number of namespaces that changed after one revision and up to another, oldest change first. One
-- change may have affected many rows, so the digest gives the position that an earlier page reached within the
-- first revision.
SELECT id, workspace_id, name, degraded_mode, window_mode, deleted, revision, digest
FROM ratelimit_directory_namespaces
WHERE revision >= ? AND revision <= ? AND (revision > ? OR digest > ?)
ORDER BY revision, digest
LIMIT ?
