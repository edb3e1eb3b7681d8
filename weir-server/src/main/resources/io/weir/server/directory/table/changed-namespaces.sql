-- Namespaces that changed after one revision and not after another, oldest change first, so many at most. A change may have touched
-- many rows at once: the digest tells how far into the first of the revisions an earlier page came.
SELECT id, workspace_id, name, degraded_mode, window_mode, deleted, revision, digest
FROM ratelimit_directory_namespaces
WHERE revision >= ? AND revision <= ? AND (revision > ? OR digest > ?)
ORDER BY revision, digest
LIMIT ?
