-- What all servers know of their tenants: workspaces, root keys, namespaces and overrides.
--
-- Every row has the revision of its last change. A change first raises the one number in ratelimit_directory_revision,
-- and so waits for whoever is changing something else: revisions are committed in their order, and a reader who has seen
-- everything up to one of them misses nothing by asking for what is above it. Nothing is ever taken out, only marked as
-- deleted. The store's name is drawn once, so that another database at the same place is noticed.
--
-- Keys are made of digests: names may be long, and collations would take different names for equal. The names are for people;
-- in them a backslash is written twice, and control characters as \uXXXX, so each column holds six characters for one.
CREATE TABLE IF NOT EXISTS ratelimit_directory_migrations (
  version int NOT NULL,
  applied_at bigint NOT NULL,
  PRIMARY KEY (version)
);

CREATE TABLE IF NOT EXISTS ratelimit_directory_revision (
  one int NOT NULL,
  revision bigint NOT NULL,
  store varchar(36) NOT NULL,
  PRIMARY KEY (one)
);

CREATE TABLE IF NOT EXISTS ratelimit_directory_workspaces (
  digest binary(32) NOT NULL,
  name_digest binary(32) NOT NULL,
  id varchar(64) NOT NULL,
  name varchar(3072) NOT NULL,
  enabled tinyint NOT NULL,
  quota bigint NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (digest)
);

CREATE UNIQUE INDEX IF NOT EXISTS workspaces_name_idx ON ratelimit_directory_workspaces (name_digest);

CREATE INDEX IF NOT EXISTS workspaces_revision_idx ON ratelimit_directory_workspaces (revision, digest);

CREATE TABLE IF NOT EXISTS ratelimit_directory_root_keys (
  digest binary(32) NOT NULL,
  key_hash binary(32) NOT NULL,
  id varchar(64) NOT NULL,
  workspace_id varchar(64) NOT NULL,
  name varchar(3072) NOT NULL,
  permissions varchar(1000000) NOT NULL,
  expires_at bigint NOT NULL,
  enabled tinyint NOT NULL,
  deleted tinyint NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (digest)
);

CREATE UNIQUE INDEX IF NOT EXISTS root_keys_hash_idx ON ratelimit_directory_root_keys (key_hash);

CREATE INDEX IF NOT EXISTS root_keys_revision_idx ON ratelimit_directory_root_keys (revision, digest);

CREATE TABLE IF NOT EXISTS ratelimit_directory_namespaces (
  digest binary(32) NOT NULL,
  name_digest binary(32) NOT NULL,
  id varchar(64) NOT NULL,
  workspace_id varchar(64) NOT NULL,
  name varchar(3072) NOT NULL,
  degraded_mode varchar(16) NOT NULL DEFAULT '',
  deleted tinyint NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (digest)
);

CREATE UNIQUE INDEX IF NOT EXISTS namespaces_name_idx ON ratelimit_directory_namespaces (name_digest);

CREATE INDEX IF NOT EXISTS namespaces_workspace_idx ON ratelimit_directory_namespaces (workspace_id, id);

CREATE INDEX IF NOT EXISTS namespaces_revision_idx ON ratelimit_directory_namespaces (revision, digest);

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
  PRIMARY KEY (digest)
);

CREATE INDEX IF NOT EXISTS overrides_namespace_idx ON ratelimit_directory_overrides (namespace_digest, id);

CREATE INDEX IF NOT EXISTS overrides_revision_idx ON ratelimit_directory_overrides (revision, digest);

INSERT IGNORE INTO ratelimit_directory_revision (one, revision, store) VALUES (1, 0, CAST(RANDOM_UUID() AS varchar(36)));

INSERT IGNORE INTO ratelimit_directory_migrations (version, applied_at) VALUES (1, {now});
