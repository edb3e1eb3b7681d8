-- The live processes, from which the number of regions follows. It cannot be derived from the counts, because a
-- region that spends little writes none.
CREATE TABLE IF NOT EXISTS ratelimit_ledger_processes (
  process_digest binary(16) NOT NULL,
  region_digest binary(16) NOT NULL,
  region varchar(288) NOT NULL,
  incarnation varchar(384) NOT NULL,
  origin varchar(384) NOT NULL,
  heartbeat bigint NOT NULL,
  seen_at bigint NOT NULL,
  PRIMARY KEY (process_digest)
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT IGNORE INTO ratelimit_ledger_migrations (version, applied_at) VALUES (2, {now});
