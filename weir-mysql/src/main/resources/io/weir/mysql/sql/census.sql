-- The number of regions with a heartbeat within a day; for one region, the number of processes with a heartbeat
-- within a minute, and the number of their different origins, where having none counts as a kind; and the
-- database's time.
SELECT COUNT(DISTINCT region_digest) AS regions,
       SUM(CASE WHEN region_digest = ? AND seen_at >= {now} - 60000 THEN 1 ELSE 0 END) AS processes,
       COUNT(DISTINCT CASE WHEN region_digest = ? AND seen_at >= {now} - 60000 AND origin <> '' THEN origin END) AS origins,
       COUNT(DISTINCT CASE WHEN region_digest = ? AND seen_at >= {now} - 60000 THEN origin END) AS kinds,
       {now} AS epoch_millis
FROM ratelimit_ledger_processes
WHERE seen_at >= {now} - 86400000
