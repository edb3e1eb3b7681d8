-- Begins a change. Concurrent changes wait for its end, so changes can be read in the order of their revisions.
UPDATE ratelimit_reset_revision SET revision = revision + 1 WHERE id = 1
