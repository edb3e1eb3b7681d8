-- Releases the lock for migrating.
SELECT RELEASE_LOCK(CONCAT('weir-directory-', LEFT(MD5(DATABASE()), 16)))
