-- Whether the limits of a namespace have exact windows; empty for estimated ones. Added by a prepared statement
-- because MySQL, unlike MariaDB, cannot add a column only if it is missing.
SET @weir_add_window_mode = IF(
  (SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE()
    AND table_name = 'ratelimit_directory_namespaces' AND column_name = 'window_mode') = 0,
  'ALTER TABLE ratelimit_directory_namespaces ADD COLUMN window_mode varchar(16) NOT NULL DEFAULT ''''',
  'DO 0');

PREPARE weir_add_window_mode FROM @weir_add_window_mode;

EXECUTE weir_add_window_mode;

DEALLOCATE PREPARE weir_add_window_mode;

INSERT IGNORE INTO ratelimit_directory_migrations (version, applied_at) VALUES (2, {now});
