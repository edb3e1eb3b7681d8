-- How many identifiers of a workspace have a reset.
SELECT COUNT(*) AS resets FROM ratelimit_resets WHERE workspace_digest = ?
