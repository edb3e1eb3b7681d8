-- The current revision, the name of the store, and the database's time.
SELECT revision, store, {now} AS epoch_millis FROM ratelimit_directory_revision WHERE one = 1
