// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.Rejection;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.Schema;
import io.weir.testkit.servers.RequiredServers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("integration")
class PushStatementsTest {
  private final SQLException deadlock = new SQLException("deadlock", "40001", 1213);

  private final PushStatements pushStatements = new PushStatements(Dialect.MYSQL);
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection(RequiredServers.mysql());
    new Schema(Dialect.MYSQL, LedgerTables.PLAN).migrate(connection);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 64, 500})
  void rejectedRowsAreIsolated(int rows) throws SQLException {
    execute("ALTER TABLE ratelimit_window_counts ADD CHECK (identifier NOT LIKE 'poison%')");
    for (int bad : new int[] {0, rows / 2, rows - 1}) {
      execute("DELETE FROM ratelimit_window_counts");
      List<Component> components = new ArrayList<>(components(rows));
      components.set(bad, component("poison", 5));

      List<Rejection> rejections = pushStatements.push(connection, components);

      assertThat(rejections).extracting(Rejection::index).containsExactly(bad);
      assertThat(rejections.get(0).reason()).contains("CONSTRAINT");
      assertThat(number("SELECT COUNT(*) FROM ratelimit_window_counts")).isEqualTo(rows - 1);
      assertThat(connection.getAutoCommit()).isTrue();
    }
  }

  @Test
  void allRejectedRowsAreNamed() throws SQLException {
    execute("ALTER TABLE ratelimit_window_counts ADD CHECK (count < 0)");

    assertThat(pushStatements.push(connection, components(500)))
        .extracting(Rejection::index)
        .containsExactlyInAnyOrderElementsOf(IntStream.range(0, 500).boxed().toList());
  }

  @ParameterizedTest
  @CsvSource({
    "workspace, 192, 191",
    "namespace, 513, 512",
    "identifier, 513, 512",
    "region, 49, 48",
    "writer, 65, 64"
  })
  void tooLongNamesAreReportedAndNotTruncated(String which, int length, int max)
      throws SQLException {
    UnaryOperator<String> name = field -> "x".repeat(field.equals(which) ? length : 1);
    SubjectKey subject = new SubjectKey(
        name.apply("workspace"), name.apply("namespace"), name.apply("identifier"), 60_000);
    Component longName =
        new Component(new CellKey(subject, 1), name.apply("region"), name.apply("writer"), 1);

    assertThat(pushStatements.push(connection, List.of(component("a", 1), longName)))
        .containsExactly(
            new Rejection(1, which + " has " + length + " characters, but the maximum is " + max));
    assertThat(number("SELECT COUNT(*) FROM ratelimit_window_counts")).isEqualTo(1);
  }

  @Test
  void theLongestNamesFit() throws SQLException {
    Component longest = new Component(
        new CellKey(
            new SubjectKey(
                "\ud800".repeat(191), "\ud800".repeat(512), "\u0000".repeat(512), 60_000),
            1),
        "\ud800".repeat(48),
        "\ud800".repeat(64),
        1);

    assertThat(pushStatements.push(connection, List.of(longest))).isEmpty();
  }

  @Test
  void theLargerDuplicateInACallCounts() throws SQLException {
    pushStatements.push(
        connection, List.of(component("a", 3), component("a", 7), component("a", 5)));

    assertThat(number("SELECT count FROM ratelimit_window_counts")).isEqualTo(7);
  }

  @Test
  void anEqualCountKeepsTheTimeOfChange() throws SQLException {
    pushStatements.push(connection, List.of(component("a", 7)));
    execute("UPDATE ratelimit_window_counts SET updated_at = 123");

    pushStatements.push(connection, List.of(component("a", 7)));
    pushStatements.push(connection, List.of(component("a", 6)));
    assertThat(number("SELECT updated_at FROM ratelimit_window_counts")).isEqualTo(123);

    pushStatements.push(connection, List.of(component("a", 8)));
    assertThat(number("SELECT updated_at FROM ratelimit_window_counts")).isGreaterThan(123);
  }

  @Test
  void rowsAreSentInKeyOrder() throws SQLException {
    RecordingConnection recordingConnection = new RecordingConnection();
    List<Component> components = new ArrayList<>(components(100));
    CellKey cell = components.get(0).cell();
    for (int i = 0; i < 10; i++) {
      components.add(new Component(new CellKey(cell.subject(), i + 2), "eu", "", 1));
      components.add(new Component(cell, "region-" + i, "", 1));
    }

    pushStatements.push(recordingConnection.on(connection), components);

    List<byte[]> sent = IntStream.range(0, components.size())
        .mapToObj(i -> recordingConnection.bound.get(3 * i + 1))
        .toList();
    List<byte[]> stored = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT owner_digest FROM ratelimit_window_counts"
            + " ORDER BY subject_digest, sequence, owner_digest")) {
      while (rows.next()) {
        stored.add(rows.getBytes(1));
      }
    }
    assertThat(sent).usingElementComparator(Arrays::compare).containsExactlyElementsOf(stored);
  }

  @Test
  void deadlocksAreRetriedThreeTimes() throws SQLException {
    RecordingConnection recordingConnection = new RecordingConnection();
    recordingConnection.failures.addAll(List.of(deadlock, deadlock, deadlock));

    assertThat(pushStatements.push(recordingConnection.on(connection), components(3)))
        .isEmpty();

    assertThat(recordingConnection.updates).isEqualTo(4);
    assertThat(number("SELECT COUNT(*) FROM ratelimit_window_counts")).isEqualTo(3);
  }

  @Test
  void theFourthDeadlockReachesTheCaller() {
    RecordingConnection recordingConnection = new RecordingConnection();
    recordingConnection.failures.addAll(List.of(deadlock, deadlock, deadlock, deadlock));

    assertThatThrownBy(() -> pushStatements.push(recordingConnection.on(connection), components(3)))
        .isSameAs(deadlock);
  }

  @Test
  void aBrokenConnectionDuringIsolationWritesNothing() throws SQLException {
    RecordingConnection recordingConnection = new RecordingConnection();
    SQLException rejected = new SQLException("no", "23000", 4025);
    SQLException broken = new SQLException("gone", "08S01", 0);
    recordingConnection.failures.add(rejected); // all four; the first half is then really written
    recordingConnection.failAt(3, broken);
    Connection failing = recordingConnection.on(connection);
    List<Component> components = components(4);

    assertThatThrownBy(() -> pushStatements.push(failing, components)).isSameAs(broken);
    assertThat(number("SELECT COUNT(*) FROM ratelimit_window_counts")).isZero();
    assertThat(connection.getAutoCommit()).isTrue();
  }

  private static List<Component> components(int count) {
    return IntStream.range(0, count).mapToObj(i -> component("id" + i, i + 1)).toList();
  }

  private static Component component(String identifier, long count) {
    SubjectKey subject = new SubjectKey("w", "n", identifier, 60_000);
    return new Component(new CellKey(subject, 1), "eu", "", count);
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private long number(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
