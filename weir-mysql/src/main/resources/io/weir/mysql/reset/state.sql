-- The latest revision, the generation that it belongs to, and the database's time.
SELECT revision, generation, {now} AS epoch_millis FROM ratelimit_reset_revision WHERE id = 1
