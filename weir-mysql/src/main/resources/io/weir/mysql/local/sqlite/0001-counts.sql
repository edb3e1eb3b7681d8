-- The counts of a process that runs alone.
--
-- subjects has the readable names, once per subject: a backslash is doubled, control characters are written as
-- \uXXXX. counts has one row per window and writer, where a writer is a process with the number of times that it
-- has forgotten the subject. A window's usage is the sum of its rows, and a row only grows. All rows of a window
-- expire together.
CREATE TABLE IF NOT EXISTS counts_migrations (
  version INTEGER NOT NULL PRIMARY KEY,
  applied_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS subjects (
  digest BLOB NOT NULL PRIMARY KEY,
  workspace TEXT NOT NULL,
  namespace TEXT NOT NULL,
  identifier TEXT NOT NULL,
  duration_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS counts (
  digest BLOB NOT NULL,
  sequence INTEGER NOT NULL,
  writer TEXT NOT NULL,
  count INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (digest, sequence, writer)
) STRICT, WITHOUT ROWID;

INSERT OR IGNORE INTO counts_migrations (version, applied_at) VALUES (1, {now});
