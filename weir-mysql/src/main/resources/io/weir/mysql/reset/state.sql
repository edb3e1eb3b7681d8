-- The latest change, whose resets these are, and what time it is.
SELECT revision, generation, {now} AS epoch_millis FROM ratelimit_reset_revision WHERE id = 1
