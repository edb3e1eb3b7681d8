-- Deleted overrides that have not changed after a revision, so many at most.
SELECT digest
FROM ratelimit_directory_overrides
WHERE deleted = 1 AND revision <= ?
LIMIT ?
