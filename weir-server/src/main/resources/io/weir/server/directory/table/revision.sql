-- How far the changes are, and in which store.
SELECT revision, store FROM ratelimit_directory_revision WHERE one = 1
