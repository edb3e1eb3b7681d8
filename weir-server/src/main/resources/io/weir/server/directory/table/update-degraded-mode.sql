-- Sets how the limits of a namespace behave while Redis is unavailable; empty for the server's default.
UPDATE ratelimit_directory_namespaces SET degraded_mode = ?, revision = ? WHERE digest = ? AND deleted = 0
