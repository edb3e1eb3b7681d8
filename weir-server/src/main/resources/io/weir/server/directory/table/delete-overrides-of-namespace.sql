-- Marks all overrides of a namespace as deleted: they go together with it.
UPDATE ratelimit_directory_overrides SET deleted = 1, revision = ? WHERE namespace_digest = ? AND deleted = 0
