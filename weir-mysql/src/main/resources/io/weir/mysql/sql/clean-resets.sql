-- Deletes resets that can no longer matter: those older than 91 days.
DELETE FROM ratelimit_resets
WHERE epoch < {now} - 7862400000
LIMIT ?
