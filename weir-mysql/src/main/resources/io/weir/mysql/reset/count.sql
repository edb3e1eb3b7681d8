-- The number of identifiers of a workspace that have a reset.
SELECT COUNT(*) AS resets FROM ratelimit_resets WHERE workspace_digest = ?
