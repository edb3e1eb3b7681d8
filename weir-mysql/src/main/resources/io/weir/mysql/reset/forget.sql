-- Deletes resets of a workspace that can no longer matter.
DELETE FROM ratelimit_resets WHERE workspace_digest = ? AND epoch < ?
