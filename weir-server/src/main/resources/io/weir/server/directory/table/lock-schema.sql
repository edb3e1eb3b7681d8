-- Waits up to five seconds for the right to migrate this database. Locks are the server's, so the name has the
-- database in it, as a digest since names are short.
SELECT GET_LOCK(CONCAT('weir-directory-', LEFT(MD5(DATABASE()), 16)), 5)
