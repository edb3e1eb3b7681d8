-- Which migrations the database has had.
SELECT version FROM ratelimit_directory_migrations
