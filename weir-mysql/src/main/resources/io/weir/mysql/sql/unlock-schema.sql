-- Releases the lock for migrating.
SELECT RELEASE_LOCK(CONCAT('weir-ledger-', LEFT(MD5(DATABASE()), 16)))
