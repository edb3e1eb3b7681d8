-- Says that a process lives, by the database's clock.
INSERT INTO ratelimit_ledger_processes (process_digest, region_digest, region, incarnation, seen_at)
VALUES (?, ?, ?, ?, {now})
ON DUPLICATE KEY UPDATE seen_at = VALUES(seen_at)
