-- What each writer spent in a window, and until when that matters.
SELECT writer, count, expires_at FROM counts WHERE digest = ? AND sequence = ?
