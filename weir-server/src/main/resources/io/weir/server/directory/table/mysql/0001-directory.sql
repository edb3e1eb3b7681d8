-- The settings of all tenants, which all servers share: workspaces, root keys, namespaces and overrides.
--
-- Every row has the revision of its last change. A change first increments the single number in
-- ratelimit_directory_revision, and so waits for concurrent changes. Therefore revisions are committed in order,
-- and a reader that has seen everything up to one of them finds all later changes by reading higher revisions.
-- Deleted rows are only marked; rows of deleted overrides are removed an hour later. The store has a random name,
-- so that another database at the same address is detected.
--
-- The keys consist of digests, because names may be long, and collations would treat different names as equal. The
-- names are for people. In them, a backslash is doubled, and control characters are written as \uXXXX, so each
-- column has room for six characters per character.
CREATE TABLE IF NOT EXISTS ratelimit_directory_migrations (
  version int NOT NULL,
  applied_at bigint NOT NULL,
  PRIMARY KEY (version)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ratelimit_directory_revision (
  one int NOT NULL,
  revision bigint NOT NULL,
  store varchar(36) NOT NULL,
  PRIMARY KEY (one)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ratelimit_directory_workspaces (
  digest binary(32) NOT NULL,
  name_digest binary(32) NOT NULL,
  id varchar(64) NOT NULL,
  name varchar(3072) NOT NULL,
  enabled tinyint NOT NULL,
  quota bigint NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (digest),
  UNIQUE KEY name_idx (name_digest),
  KEY revision_idx (revision, digest)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ratelimit_directory_root_keys (
  digest binary(32) NOT NULL,
  key_hash binary(32) NOT NULL,
  id varchar(64) NOT NULL,
  workspace_id varchar(64) NOT NULL,
  name varchar(3072) NOT NULL,
  permissions mediumtext NOT NULL,
  expires_at bigint NOT NULL,
  enabled tinyint NOT NULL,
  deleted tinyint NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (digest),
  UNIQUE KEY hash_idx (key_hash),
  KEY revision_idx (revision, digest)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ratelimit_directory_namespaces (
  digest binary(32) NOT NULL,
  name_digest binary(32) NOT NULL,
  id varchar(64) NOT NULL,
  workspace_id varchar(64) NOT NULL,
  name varchar(3072) NOT NULL,
  degraded_mode varchar(16) NOT NULL DEFAULT '',
  deleted tinyint NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (digest),
  UNIQUE KEY name_idx (name_digest),
  KEY workspace_idx (workspace_id, id),
  KEY revision_idx (revision, digest)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ratelimit_directory_overrides (
  digest binary(32) NOT NULL,
  namespace_digest binary(32) NOT NULL,
  id varchar(64) NOT NULL,
  namespace_id varchar(64) NOT NULL,
  identifier varchar(3072) NOT NULL,
  limit_count bigint NOT NULL,
  duration_ms bigint NOT NULL,
  deleted tinyint NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (digest),
  KEY namespace_idx (namespace_digest, id),
  KEY revision_idx (revision, digest)
) ENGINE=InnoDB ROW_FORMAT=DYNAMIC DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT IGNORE INTO ratelimit_directory_revision (one, revision, store) VALUES (1, 0, UUID());

INSERT IGNORE INTO ratelimit_directory_migrations (version, applied_at) VALUES (1, {now});
