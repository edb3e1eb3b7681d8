-- What all servers know of their tenants: workspaces, root keys, namespaces and overrides.
--
-- Every row has the revision of its last change. A change first raises the one number in ratelimit_directory_revision,
-- and so waits for whoever is changing something else: revisions are committed in their order, and a reader who has seen
-- everything up to one of them misses nothing by asking for what is above it. What goes is marked as deleted; rows of deleted
-- overrides are removed an hour later. The store's name is drawn once, so that another database at the same place is noticed.
--
-- Keys are made of digests: names may be long, and collations would take different names for equal. The names are for people;
-- in them a backslash is written twice, and control characters as \uXXXX.
CREATE TABLE IF NOT EXISTS ratelimit_directory_migrations (
  version INTEGER NOT NULL,
  applied_at INTEGER NOT NULL,
  PRIMARY KEY (version)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS ratelimit_directory_revision (
  one INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  store TEXT NOT NULL,
  PRIMARY KEY (one)
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS ratelimit_directory_workspaces (
  digest BLOB NOT NULL,
  name_digest BLOB NOT NULL,
  id TEXT NOT NULL,
  name TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  quota INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (digest)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX IF NOT EXISTS workspaces_name_idx ON ratelimit_directory_workspaces (name_digest);

CREATE INDEX IF NOT EXISTS workspaces_revision_idx ON ratelimit_directory_workspaces (revision, digest);

CREATE TABLE IF NOT EXISTS ratelimit_directory_root_keys (
  digest BLOB NOT NULL,
  key_hash BLOB NOT NULL,
  id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL,
  permissions TEXT NOT NULL,
  expires_at INTEGER NOT NULL,
  enabled INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (digest)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX IF NOT EXISTS root_keys_hash_idx ON ratelimit_directory_root_keys (key_hash);

CREATE INDEX IF NOT EXISTS root_keys_revision_idx ON ratelimit_directory_root_keys (revision, digest);

CREATE TABLE IF NOT EXISTS ratelimit_directory_namespaces (
  digest BLOB NOT NULL,
  name_digest BLOB NOT NULL,
  id TEXT NOT NULL,
  workspace_id TEXT NOT NULL,
  name TEXT NOT NULL,
  degraded_mode TEXT NOT NULL DEFAULT '',
  deleted INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (digest)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX IF NOT EXISTS namespaces_name_idx ON ratelimit_directory_namespaces (name_digest);

CREATE INDEX IF NOT EXISTS namespaces_workspace_idx ON ratelimit_directory_namespaces (workspace_id, id);

CREATE INDEX IF NOT EXISTS namespaces_revision_idx ON ratelimit_directory_namespaces (revision, digest);

CREATE TABLE IF NOT EXISTS ratelimit_directory_overrides (
  digest BLOB NOT NULL,
  namespace_digest BLOB NOT NULL,
  id TEXT NOT NULL,
  namespace_id TEXT NOT NULL,
  identifier TEXT NOT NULL,
  limit_count INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  deleted INTEGER NOT NULL,
  revision INTEGER NOT NULL,
  PRIMARY KEY (digest)
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS overrides_namespace_idx ON ratelimit_directory_overrides (namespace_digest, id);

CREATE INDEX IF NOT EXISTS overrides_revision_idx ON ratelimit_directory_overrides (revision, digest);

INSERT OR IGNORE INTO ratelimit_directory_revision (one, revision, store) VALUES (1, 0, lower(hex(randomblob(16))));

INSERT OR IGNORE INTO ratelimit_directory_migrations (version, applied_at) VALUES (1, {now});
