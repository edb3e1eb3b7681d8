-- The migrations that were applied.
SELECT version FROM ratelimit_directory_migrations
