-- Deletes the names of a subject without counts.
DELETE FROM subjects WHERE digest = ?1 AND NOT EXISTS (SELECT 1 FROM counts WHERE digest = ?1)
