-- The first statement of every change: from here on until the end of its transaction nobody else changes anything.
UPDATE ratelimit_directory_revision SET revision = revision + 1 WHERE one = 1
