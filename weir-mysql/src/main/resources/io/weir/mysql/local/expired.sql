-- At most a given number of expired windows in a range of digests, with their workspace.
SELECT c.digest, c.sequence, count(*) AS writers, max(s.workspace) AS workspace
FROM counts c LEFT JOIN subjects s ON s.digest = c.digest
WHERE c.digest >= ? AND c.digest < ? AND c.expires_at <= ?
GROUP BY c.digest, c.sequence
LIMIT ?
