-- Since when the counts of an identifier began anew.
SELECT epoch FROM ratelimit_resets WHERE identity_digest = ?
