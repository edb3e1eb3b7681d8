-- Adds a namespace. The same transaction has checked that it does not exist.
INSERT INTO ratelimit_directory_namespaces (digest, name_digest, id, workspace_id, name, deleted, revision)
VALUES (?, ?, ?, ?, ?, 0, ?)
