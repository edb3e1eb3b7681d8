-- Deletes processes without a heartbeat for more than a day, after which a region is no longer counted.
DELETE FROM ratelimit_ledger_processes
WHERE seen_at < {now} - 86400000
LIMIT ?
