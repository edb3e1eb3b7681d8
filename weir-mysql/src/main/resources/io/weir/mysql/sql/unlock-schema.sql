-- Gives the right to migrate back.
SELECT RELEASE_LOCK(CONCAT('weir-ledger-', LEFT(MD5(DATABASE()), 16)))
