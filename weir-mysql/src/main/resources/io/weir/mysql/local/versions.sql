-- The migrations that were applied.
SELECT version FROM counts_migrations
