// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.local;

import io.weir.SubjectKey;
import io.weir.ledger.SubjectDigest;
import io.weir.origin.Origin.Publication;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;

/** H2 with the same two tables, written by multi-row upserts as Weir did when H2 was its embedded database. */
final class H2Database implements CountDatabase {
  /** The number of rows that Weir pushed at once. */
  private static final int ROWS = 500;

  private static final String SETTINGS = ";MODE=MySQL;WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";

  private final Connection connection;

  H2Database(Path folder) {
    try {
      this.connection =
          DriverManager.getConnection("jdbc:h2:file:" + folder.resolve("weir") + SETTINGS);
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE TABLE IF NOT EXISTS subjects (digest binary(16) PRIMARY KEY,"
            + " workspace varchar(1000), namespace varchar(1000), identifier varchar(1000),"
            + " duration_ms bigint)");
        statement.execute("CREATE TABLE IF NOT EXISTS counts (digest binary(16), sequence bigint,"
            + " writer varchar(64), count bigint, expires_at bigint,"
            + " PRIMARY KEY (digest, sequence, writer))");
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void upsert(List<Publication> batch) {
    try {
      connection.setAutoCommit(false);
      for (int i = 0; i < batch.size(); i += ROWS) {
        write(batch.subList(i, Math.min(batch.size(), i + ROWS)));
      }
      connection.commit();
      connection.setAutoCommit(true);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private void write(List<Publication> rows) throws SQLException {
    String tuples = String.join(", ", Collections.nCopies(rows.size(), "(?, ?, ?, ?, ?)"));
    try (PreparedStatement subjects =
            connection.prepareStatement("INSERT IGNORE INTO subjects VALUES " + tuples);
        PreparedStatement counts = connection.prepareStatement("INSERT INTO counts VALUES " + tuples
            + " ON DUPLICATE KEY UPDATE count = GREATEST(count, VALUES(count))")) {
      int at = 1;
      for (Publication row : rows) {
        SubjectKey subject = row.cell().subject();
        byte[] digest = digest(subject);
        subjects.setBytes(at, digest);
        subjects.setString(at + 1, subject.workspace());
        subjects.setString(at + 2, subject.namespace());
        subjects.setString(at + 3, subject.identifier());
        subjects.setLong(at + 4, subject.durationMillis());
        counts.setBytes(at, digest);
        counts.setLong(at + 1, row.cell().sequence());
        counts.setString(at + 2, row.field());
        counts.setLong(at + 3, row.count());
        counts.setLong(at + 4, row.cell().expiresAtMillis());
        at += 5;
      }
      subjects.executeUpdate();
      counts.executeUpdate();
    }
  }

  private static byte[] digest(SubjectKey subject) {
    SubjectDigest digest = SubjectDigest.of(subject);
    return ByteBuffer.allocate(2 * Long.BYTES)
        .putLong(digest.high())
        .putLong(digest.low())
        .array();
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
