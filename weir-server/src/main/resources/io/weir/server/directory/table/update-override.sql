-- Changes an override, or revives it under its old id.
UPDATE ratelimit_directory_overrides SET limit_count = ?, duration_ms = ?, deleted = 0, revision = ? WHERE digest = ?
