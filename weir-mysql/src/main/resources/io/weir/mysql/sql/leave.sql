-- Makes a process look as if its last heartbeat were more than a minute old. Its region stays known.
UPDATE ratelimit_ledger_processes SET seen_at = {now} - 60001 WHERE process_digest = ?
