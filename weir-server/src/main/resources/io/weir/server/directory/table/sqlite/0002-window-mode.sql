-- Whether the limits of a namespace have exact windows; empty for estimated ones.
ALTER TABLE ratelimit_directory_namespaces ADD COLUMN window_mode TEXT NOT NULL DEFAULT '';

INSERT OR IGNORE INTO ratelimit_directory_migrations (version, applied_at) VALUES (2, {now});
