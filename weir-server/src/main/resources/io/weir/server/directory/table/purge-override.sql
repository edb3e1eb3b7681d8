-- Removes an override that is still deleted, and has not changed after a revision.
DELETE FROM ratelimit_directory_overrides WHERE digest = ? AND deleted = 1 AND revision <= ?
