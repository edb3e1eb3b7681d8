-- Deletes a window.
DELETE FROM counts WHERE digest = ? AND sequence = ?
