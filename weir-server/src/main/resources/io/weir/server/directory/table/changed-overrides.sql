-- At most a given number of overrides that changed after one revision and up to another, oldest change first. One
-- change may have affected many rows, so the digest gives the position that an earlier page reached within the
-- first revision.
SELECT id, namespace_id, identifier, limit_count, duration_ms, deleted, revision, digest
FROM ratelimit_directory_overrides
WHERE revision >= ? AND revision <= ? AND (revision > ? OR digest > ?)
ORDER BY revision, digest
LIMIT ?
