-- Marks a namespace as deleted. Its name cannot be reused.
UPDATE ratelimit_directory_namespaces SET deleted = 1, revision = ? WHERE digest = ? AND deleted = 0
