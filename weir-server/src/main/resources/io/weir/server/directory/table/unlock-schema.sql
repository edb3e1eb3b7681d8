-- Gives the right to migrate back.
SELECT RELEASE_LOCK(CONCAT('weir-directory-', LEFT(MD5(DATABASE()), 16)))
