-- Waits up to five seconds for the lock for migrating this database. Locks belong to the server, so the name
-- includes the database, as a digest because names are short.
SELECT GET_LOCK(CONCAT('weir-directory-', LEFT(MD5(DATABASE()), 16)), 5)
