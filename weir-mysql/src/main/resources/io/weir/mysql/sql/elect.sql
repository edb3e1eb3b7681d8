-- Acquires or extends the lease for cleaning: the process that changes the row is elected until the lease expires.
UPDATE ratelimit_ledger_lease
SET holder = ?, held_until = {now} + ?
WHERE name = 'clean' AND (holder = ? OR held_until < {now})
