-- Takes or keeps the lease to clean: whoever changes the row is elected until it runs out.
UPDATE ratelimit_ledger_lease
SET holder = ?, held_until = {now} + ?
WHERE name = 'clean' AND (holder = ? OR held_until < {now})
