-- Marks all overrides of a deleted namespace as deleted.
UPDATE ratelimit_directory_overrides SET deleted = 1, revision = ? WHERE namespace_digest = ? AND deleted = 0
