-- How many rows there are.
SELECT count(*) FROM counts
