-- Counts of windows, one row per cell and owner, where an owner is a region or one of its processes.
--
-- The key consists of digests, because names may be long, and collations would treat different names as equal.
-- There is no AUTO_INCREMENT beside it: every upsert would use up a number, and two unique keys cause deadlocks.
-- The names are for people. In them, a backslash is doubled, and control characters and unpaired surrogates are
-- written as \uXXXX, so each column has room for six characters per character. Counts are signed, because Java's
-- are.
CREATE TABLE IF NOT EXISTS ratelimit_ledger_migrations (
  version int NOT NULL,
  applied_at bigint NOT NULL,
  PRIMARY KEY (version)
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

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
  PRIMARY KEY (subject_digest, sequence, owner_digest),
  KEY updated_at_idx (updated_at, expires_at),
  KEY expires_at_idx (expires_at)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT IGNORE INTO ratelimit_ledger_migrations (version, applied_at) VALUES (1, {now});
