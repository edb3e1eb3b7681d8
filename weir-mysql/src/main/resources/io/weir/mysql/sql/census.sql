-- How many regions were heard of within a day; of one region, how many processes within a minute, and how many different
-- origins these have, with none as one of the kinds; and what time it is.
SELECT COUNT(DISTINCT region_digest) AS regions,
       SUM(CASE WHEN region_digest = ? AND seen_at >= {now} - 60000 THEN 1 ELSE 0 END) AS processes,
       COUNT(DISTINCT CASE WHEN region_digest = ? AND seen_at >= {now} - 60000 AND origin <> '' THEN origin END) AS origins,
       COUNT(DISTINCT CASE WHEN region_digest = ? AND seen_at >= {now} - 60000 THEN origin END) AS kinds,
       {now} AS epoch_millis
FROM ratelimit_ledger_processes
WHERE seen_at >= {now} - 86400000
