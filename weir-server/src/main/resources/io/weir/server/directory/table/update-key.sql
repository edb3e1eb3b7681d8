-- Lets a key in or not, or revokes it for good.
UPDATE ratelimit_directory_root_keys SET enabled = ?, deleted = ?, revision = ? WHERE digest = ?
