-- Who deletes what has expired: the process whose name stands here, until its time is up.
CREATE TABLE IF NOT EXISTS ratelimit_ledger_lease (
  name varchar(48) NOT NULL,
  holder binary(16) NOT NULL,
  held_until bigint NOT NULL,
  PRIMARY KEY (name)
);

INSERT IGNORE INTO ratelimit_ledger_lease (name, holder, held_until) VALUES ('clean', x'00000000000000000000000000000000', 0);

INSERT IGNORE INTO ratelimit_ledger_migrations (version, applied_at) VALUES (3, {now});
