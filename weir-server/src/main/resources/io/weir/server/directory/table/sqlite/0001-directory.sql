-- The settings of all tenants, which all servers share: workspaces, root keys, namespaces and overrides.
--
-- Every row has the revision of its last change. A change first increments the single number in
-- ratelimit_directory_revision, and so waits for concurrent changes. Therefore revisions are committed in order,
-- and a reader that has seen everything up to one of them finds all later changes by reading higher revisions.
-- Deleted rows are only marked; rows of deleted overrides are removed an hour later. The store has a random name,
-- so that another database at the same address is detected.
--
-- The keys consist of digests, because names may be long, and collations would treat different names as equal. The
-- names are for people. In them, a backslash is doubled, and control characters are written as \uXXXX.
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
