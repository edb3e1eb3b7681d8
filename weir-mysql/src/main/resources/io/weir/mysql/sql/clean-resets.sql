-- Deletes resets that can't matter any more: older than 91 days.
DELETE FROM ratelimit_resets
WHERE epoch < {now} - 7862400000
LIMIT ?
