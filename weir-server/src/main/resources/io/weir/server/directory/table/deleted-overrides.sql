-- At most a given number of deleted overrides that have not changed after a revision.
SELECT digest
FROM ratelimit_directory_overrides
WHERE deleted = 1 AND revision <= ?
LIMIT ?
