-- Deletes processes that were silent for more than a day, the time after which a region counts as gone.
DELETE FROM ratelimit_ledger_processes
WHERE seen_at < {now} - 86400000
LIMIT ?
