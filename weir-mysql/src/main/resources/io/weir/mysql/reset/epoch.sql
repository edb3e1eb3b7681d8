-- The epoch of an identifier: when its counts were last reset.
SELECT epoch FROM ratelimit_resets WHERE identity_digest = ?
