-- Whether there ever was a key.
SELECT COUNT(*) AS keys_found FROM (SELECT digest FROM ratelimit_directory_root_keys LIMIT 1) first_key
