-- Resets: when the counts of an identifier were last reset, in Unix milliseconds, and the revision of that change.
-- Counts after a reset have other digests than before.
CREATE TABLE IF NOT EXISTS ratelimit_resets (
  identity_digest BLOB NOT NULL PRIMARY KEY,
  workspace_digest BLOB NOT NULL,
  workspace_id TEXT NOT NULL,
  namespace TEXT NOT NULL,
  identifier TEXT NOT NULL,
  epoch INTEGER NOT NULL,
  revision INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX IF NOT EXISTS resets_by_revision ON ratelimit_resets (revision);

CREATE INDEX IF NOT EXISTS resets_by_workspace ON ratelimit_resets (workspace_digest, epoch);

CREATE TABLE IF NOT EXISTS ratelimit_reset_revision (
  id INTEGER NOT NULL PRIMARY KEY,
  revision INTEGER NOT NULL,
  generation TEXT NOT NULL
) STRICT;

INSERT OR IGNORE INTO ratelimit_reset_revision (id, revision, generation) VALUES (1, 0, lower(hex(randomblob(16))));

INSERT OR IGNORE INTO counts_migrations (version, applied_at) VALUES (2, {now});
