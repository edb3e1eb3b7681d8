-- Deletes components whose cell stopped to matter a minute ago: no more than a number of rows at once, so that no
-- lock is held for long. The minute spares rows that a process with a late clock may still be raising.
DELETE FROM ratelimit_window_counts
WHERE expires_at < {now} - 60000
LIMIT ?
