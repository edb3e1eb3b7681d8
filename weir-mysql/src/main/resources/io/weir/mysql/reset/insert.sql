-- Stores the first reset of an identifier.
INSERT INTO ratelimit_resets (identity_digest, workspace_digest, workspace_id, namespace, identifier, epoch, revision)
VALUES (?, ?, ?, ?, ?, ?, ?)
