-- Records the heartbeat of a process, with the database's time. The highest number is kept, because a heartbeat may
-- arrive late.
INSERT INTO ratelimit_ledger_processes (process_digest, region_digest, region, incarnation, origin, heartbeat, seen_at)
VALUES (?, ?, ?, ?, ?, ?, {now})
ON DUPLICATE KEY UPDATE
  origin = VALUES(origin),
  heartbeat = GREATEST(heartbeat, VALUES(heartbeat)),
  seen_at = VALUES(seen_at)
