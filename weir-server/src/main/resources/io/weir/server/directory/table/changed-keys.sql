-- At most a given number of keys that changed after one revision and up to another, oldest change first. One change
-- may have affected many rows, so the digest gives the position that an earlier page reached within the first
-- revision.
SELECT id, workspace_id, key_hash, name, permissions, expires_at, enabled, deleted, revision, digest
FROM ratelimit_directory_root_keys
WHERE revision >= ? AND revision <= ? AND (revision > ? OR digest > ?)
ORDER BY revision, digest
LIMIT ?
