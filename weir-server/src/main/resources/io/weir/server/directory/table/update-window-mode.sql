-- Sets whether the limits of a namespace have exact windows; empty for estimated ones.
UPDATE ratelimit_directory_namespaces SET window_mode = ?, revision = ? WHERE digest = ? AND deleted = 0
