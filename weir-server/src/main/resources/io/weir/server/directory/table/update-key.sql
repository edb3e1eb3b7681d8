-- Enables, disables or revokes a key.
UPDATE ratelimit_directory_root_keys SET enabled = ?, deleted = ?, revision = ? WHERE digest = ?
