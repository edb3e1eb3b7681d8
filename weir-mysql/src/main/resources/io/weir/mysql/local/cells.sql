-- The windows in a range of digests.
SELECT DISTINCT digest, sequence FROM counts WHERE digest >= ? AND digest < ?
