-- Takes the names out if no count needs them any more.
DELETE FROM subjects WHERE digest = ?1 AND NOT EXISTS (SELECT 1 FROM counts WHERE digest = ?1)
