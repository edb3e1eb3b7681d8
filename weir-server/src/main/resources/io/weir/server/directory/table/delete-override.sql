-- Marks an override as deleted.
UPDATE ratelimit_directory_overrides SET deleted = 1, revision = ? WHERE digest = ? AND deleted = 0
