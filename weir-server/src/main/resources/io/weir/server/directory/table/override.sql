-- The override of an identifier in a namespace, deleted or not.
SELECT id, namespace_id, identifier, limit_count, duration_ms, deleted, revision
FROM ratelimit_directory_overrides
WHERE digest = ?
