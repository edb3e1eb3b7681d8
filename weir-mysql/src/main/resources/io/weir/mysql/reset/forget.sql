-- Takes out resets of a workspace that can't matter any more.
DELETE FROM ratelimit_resets WHERE workspace_digest = ? AND epoch < ?
