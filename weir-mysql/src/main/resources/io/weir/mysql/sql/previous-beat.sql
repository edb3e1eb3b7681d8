-- The number of the latest heartbeat of a process.
SELECT heartbeat FROM ratelimit_ledger_processes WHERE process_digest = ?
