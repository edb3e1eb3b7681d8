-- Which migrations the file has had.
SELECT version FROM counts_migrations
