-- The first statement of every change. From here on, until the end of its transaction, no other change can be made.
UPDATE ratelimit_directory_revision SET revision = revision + 1 WHERE one = 1
