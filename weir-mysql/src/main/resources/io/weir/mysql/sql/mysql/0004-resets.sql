-- Resets: when the counts of an identifier were last reset, in Unix milliseconds, and the revision of that change.
--
-- Counts after a reset have other digests than before, and the epoch from which the digests are computed. An older
-- process treats them as counts without a reset, which does no harm, because it does not know of the reset either.
-- The column is added by a prepared statement because MySQL, unlike MariaDB, cannot add a column only if it is
-- missing.
CREATE TABLE IF NOT EXISTS ratelimit_resets (
  identity_digest binary(16) NOT NULL,
  workspace_digest binary(16) NOT NULL,
  workspace_id varchar(1146) NOT NULL,
  namespace varchar(3072) NOT NULL,
  identifier varchar(3072) NOT NULL,
  epoch bigint NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (identity_digest),
  KEY revision_idx (revision),
  KEY workspace_idx (workspace_digest, epoch),
  KEY epoch_idx (epoch)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ratelimit_reset_revision (
  id int NOT NULL,
  revision bigint NOT NULL,
  generation varchar(64) NOT NULL,
  PRIMARY KEY (id)
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT IGNORE INTO ratelimit_reset_revision (id, revision, generation) VALUES (1, 0, UUID());

SET @weir_add_epoch = IF(
  (SELECT COUNT(*) FROM information_schema.columns WHERE table_schema = DATABASE()
    AND table_name = 'ratelimit_window_counts' AND column_name = 'epoch') = 0,
  'ALTER TABLE ratelimit_window_counts ADD COLUMN epoch bigint NOT NULL DEFAULT 0',
  'DO 0');

PREPARE weir_add_epoch FROM @weir_add_epoch;

EXECUTE weir_add_epoch;

DEALLOCATE PREPARE weir_add_epoch;

INSERT IGNORE INTO ratelimit_ledger_migrations (version, applied_at) VALUES (4, {now});
