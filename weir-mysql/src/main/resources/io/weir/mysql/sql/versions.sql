-- The migrations that were applied.
SELECT version FROM ratelimit_ledger_migrations
