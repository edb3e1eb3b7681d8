-- Adds a namespace that was found to be missing in the same change.
INSERT INTO ratelimit_directory_namespaces (digest, name_digest, id, workspace_id, name, deleted, revision)
VALUES (?, ?, ?, ?, ?, 0, ?)
