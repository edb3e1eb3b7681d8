-- Ends a change that consisted of several, with the revision of the last one.
UPDATE ratelimit_reset_revision SET revision = ? WHERE id = 1
