-- Counts of windows, one row per cell and owner, where an owner is a region or one of its processes.
--
-- The key is made of digests, as it is in MySQL, so that a file can be compared with a server. In the names a backslash
-- is written twice, and control characters and halves of surrogate pairs as \uXXXX, so each column holds six
-- characters for one.
CREATE TABLE IF NOT EXISTS ratelimit_ledger_migrations (
  version int NOT NULL,
  applied_at bigint NOT NULL,
  PRIMARY KEY (version)
);

CREATE TABLE IF NOT EXISTS ratelimit_window_counts (
  subject_digest binary(16) NOT NULL,
  sequence bigint NOT NULL,
  owner_digest binary(16) NOT NULL,
  region_digest binary(16) NOT NULL,
  workspace_id varchar(1146) NOT NULL,
  namespace varchar(3072) NOT NULL,
  identifier varchar(3072) NOT NULL,
  duration_ms bigint NOT NULL,
  region varchar(288) NOT NULL,
  writer varchar(384) NOT NULL,
  count bigint NOT NULL,
  expires_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  PRIMARY KEY (subject_digest, sequence, owner_digest)
);

CREATE INDEX IF NOT EXISTS updated_at_idx ON ratelimit_window_counts (updated_at, expires_at);

CREATE INDEX IF NOT EXISTS expires_at_idx ON ratelimit_window_counts (expires_at);

INSERT IGNORE INTO ratelimit_ledger_migrations (version, applied_at) VALUES (1, {now});
