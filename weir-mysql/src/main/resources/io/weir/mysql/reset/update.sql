-- Stores another reset of an identifier.
UPDATE ratelimit_resets SET epoch = ?, revision = ? WHERE identity_digest = ?
