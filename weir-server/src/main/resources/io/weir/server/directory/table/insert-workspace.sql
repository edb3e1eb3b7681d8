-- Adds a workspace. The same transaction has checked that its name is not in use.
INSERT INTO ratelimit_directory_workspaces (digest, name_digest, id, name, enabled, quota, revision)
VALUES (?, ?, ?, ?, ?, ?, ?)
