-- The lease for deleting expired rows, with the process that holds it and its expiry.
CREATE TABLE IF NOT EXISTS ratelimit_ledger_lease (
  name varchar(48) NOT NULL,
  holder binary(16) NOT NULL,
  held_until bigint NOT NULL,
  PRIMARY KEY (name)
) ENGINE=InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

INSERT IGNORE INTO ratelimit_ledger_lease (name, holder, held_until) VALUES ('clean', x'00000000000000000000000000000000', 0);

INSERT IGNORE INTO ratelimit_ledger_migrations (version, applied_at) VALUES (3, {now});
