-- Takes a window out.
DELETE FROM counts WHERE digest = ? AND sequence = ?
