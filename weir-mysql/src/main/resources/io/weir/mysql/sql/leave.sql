-- Counts a process as gone that has not been heard of for a minute. Its region stays known.
UPDATE ratelimit_ledger_processes SET seen_at = {now} - 60001 WHERE process_digest = ?
