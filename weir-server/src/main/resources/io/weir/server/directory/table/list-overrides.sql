-- At most a given number of live overrides of a namespace, starting from an id.
SELECT id, namespace_id, identifier, limit_count, duration_ms, deleted, revision
FROM ratelimit_directory_overrides
WHERE namespace_digest = ? AND deleted = 0 AND id >= ?
ORDER BY id
LIMIT ?
