-- Ends a change that had several: the revision of the last one.
UPDATE ratelimit_reset_revision SET revision = ? WHERE id = 1
