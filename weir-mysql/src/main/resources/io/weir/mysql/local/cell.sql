-- The counts of all writers in a window, and when they expire.
SELECT writer, count, expires_at FROM counts WHERE digest = ? AND sequence = ?
