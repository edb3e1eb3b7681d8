-- The number of rows of counts of each workspace in a range of digests.
SELECT s.workspace AS workspace, count(*) AS found
FROM counts c JOIN subjects s ON s.digest = c.digest
WHERE c.digest >= ? AND c.digest < ?
GROUP BY s.workspace
