-- What all servers know of their tenants: workspaces, root keys, namespaces and overrides.
--
-- Every row has the revision of its last change. A change first raises the one number in ratelimit_directory_revision,
-- and so waits for whoever is changing something else: revisions are committed in their order, and a reader who has seen
-- everything up to one of them misses nothing by asking for what is above it. What goes is marked as deleted; rows of deleted
-- overrides are removed an hour later. The store's name is drawn once, so that another database at the same place is noticed.
--
-- Keys are made of digests: names may be long, and collations would take different names for equal. The names are for people;
-- in them a backslash is written twice, and control characters as \uXXXX, so each column holds six characters for one.
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
