-- Deletes components whose cell expired a minute ago. The number of rows is limited, so that no lock is held for
-- long. The minute spares rows that a process with a slow clock may still be raising.
DELETE FROM ratelimit_window_counts
WHERE expires_at < {now} - 60000
LIMIT ?
