-- Adds a workspace whose name was found to be free in the same change.
INSERT INTO ratelimit_directory_workspaces (digest, name_digest, id, name, enabled, quota, revision)
VALUES (?, ?, ?, ?, ?, ?, ?)
