-- The number of rows.
SELECT count(*) FROM counts
