// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.PullCursor;
import io.weir.ledger.Ledger.PullPage;
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
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what only a real server shows: its clock, its errors, its query plans. */
@Tag("integration")
class MysqlServerTest {
  private static final long DAY = 86_400_000;

  private final PushStatements pushStatements = new PushStatements(Dialect.MYSQL);
  private final PullStatements pullStatements = new PullStatements(Dialect.MYSQL);
  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection(RequiredServers.mysql());
    new Schema(Dialect.MYSQL, LedgerTables.PLAN).migrate(connection);
  }

  @AfterEach
  void close() throws SQLException {
    if (connection != null) {
      connection.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"+00:00", "+13:00", "-12:00"})
  void theTimeOfChangeIsTheDatabasesClock(String zone) throws SQLException {
    execute("SET time_zone = '" + zone + "'");
    execute("SET timestamp = 1000000.123");

    pushStatements.push(connection, List.of(component("a", 1)));

    assertThat(number("SELECT updated_at FROM ratelimit_window_counts")).isEqualTo(1_000_000_123L);
    assertThat(new HeartbeatStatements(Dialect.MYSQL)
            .record(connection, Ledger.LedgerHeartbeat.of("eu", "one"))
            .epochMillis())
        .isEqualTo(1_000_000_123L);
  }

  @Test
  void theWatermarkFollowsTheDatabasesClock() throws SQLException {
    execute("SET timestamp = 1000");
    pushStatements.push(connection, List.of(component("a", 5), component("b", 5)));
    execute("SET timestamp = 1001");
    pushStatements.push(connection, List.of(component("a", 5), component("b", 6)));

    PullPage pullPage = pullStatements.pull(
        connection, Ledger.PullRequester.of("us"), PullCursor.since(1_000_500), 1_000);

    assertThat(pullPage.watermark()).isEqualTo(1_001_000);
    assertThat(pullPage.sums())
        .extracting(cellSums -> cellSums.cell().subject().identifier())
        .containsExactly("b");
    assertThat(pullStatements
            .pull(connection, Ledger.PullRequester.of("us"), PullCursor.since(0), 1_000)
            .watermark())
        .isEqualTo(1_001_000);
  }

  @Test
  void aClockThatWasSetBackHidesNothing() throws SQLException {
    execute("SET timestamp = 5000");
    pushStatements.push(connection, List.of(component("a", 5)));
    execute("SET timestamp = 1000");

    assertThat(pullStatements
            .pull(connection, Ledger.PullRequester.of("us"), PullCursor.since(0), 1_000)
            .watermark())
        .isEqualTo(1_000_000);
    assertThat(pullStatements
            .pull(connection, Ledger.PullRequester.of("us"), PullCursor.since(999_000), 1_000)
            .watermark())
        .isEqualTo(1_000_000);
  }

  @Test
  void concurrentPushesDoNotDeadlock() {
    String url = RequiredServers.mysql();
    int writers = 4;
    ExecutorService threads = Executors.newFixedThreadPool(writers);
    try (Connection first = DriverManager.getConnection(url)) {
      new Schema(Dialect.MYSQL, LedgerTables.PLAN).migrate(first);
      List<CompletableFuture<Integer>> pushes = IntStream.range(0, writers)
          .mapToObj(writer ->
              CompletableFuture.supplyAsync(() -> pushesInRandomOrder(url, writer), threads))
          .toList();

      assertThat(pushes).extracting(CompletableFuture::join).containsOnly(20);
      assertThat(pullStatements
              .pull(first, Ledger.PullRequester.of("us"), PullCursor.since(0), 1_000)
              .sums())
          .hasSize(100)
          .allMatch(cellSums -> cellSums.foreign() == 20L * writers);
    } catch (SQLException e) {
      throw new AssertionError(e);
    } finally {
      threads.shutdownNow();
    }
  }

  private int pushesInRandomOrder(String url, int writer) {
    SplittableRandom random = new SplittableRandom(writer);
    int pushed = 0;
    try (Connection own = DriverManager.getConnection(url)) {
      for (int count = 1; count <= 20; count++) {
        List<Component> components = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
          CellKey cell = component("id" + i, 1).cell();
          components.add(
              random.nextInt(components.size() + 1),
              new Component(cell, "eu", "w" + writer, count));
        }
        pushStatements.push(own, components);
        pushed++;
      }
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
    return pushed;
  }

  @Test
  void aViolatedConstraintNamesTheRow() throws SQLException {
    execute("ALTER TABLE ratelimit_window_counts ADD CHECK (identifier <> 'poison')");

    assertIsolated();
  }

  @Test
  void aRefusingTriggerNamesTheRow() throws SQLException {
    execute("CREATE TRIGGER refusing BEFORE INSERT ON ratelimit_window_counts FOR EACH ROW"
        + " IF NEW.identifier = 'poison' THEN"
        + " SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'not that one'; END IF");

    assertThat(assertIsolated().reason()).contains("not that one");
  }

  private Rejection assertIsolated() throws SQLException {
    List<Component> components = IntStream.range(0, 20)
        .mapToObj(i -> component(i == 13 ? "poison" : "id" + i, i + 1))
        .toList();

    List<Rejection> rejections = pushStatements.push(connection, components);

    assertThat(rejections).extracting(Rejection::index).containsExactly(13);
    assertThat(number("SELECT COUNT(*) FROM ratelimit_window_counts")).isEqualTo(19);
    return rejections.get(0);
  }

  @Test
  void theLongestNamesFit() throws SQLException {
    for (String unit : List.of("\ud800", "\u20ac", "\\", "\ud83d\ude80")) {
      SubjectKey subject =
          new SubjectKey(unit.repeat(191), unit.repeat(512), unit.repeat(512), DAY);
      CellKey cell = new CellKey(subject, 1_000_000);
      Component longest = new Component(cell, unit.repeat(48), unit.repeat(64), 1);

      assertThat(pushStatements.push(connection, List.of(longest))).isEmpty();
      assertThat(pullStatements
              .pull(connection, Ledger.PullRequester.of("us"), PullCursor.since(0), 1_000)
              .sums())
          .anyMatch(cellSums -> cellSums.cell().equals(cell));
    }
  }

  @Test
  void aNonStrictServerTruncatesNothing() throws SQLException {
    execute("SET sql_mode = ''");

    assertThat(pushStatements.push(connection, List.of(component("x".repeat(5_000), 1))))
        .hasSize(1);
    assertThat(number("SELECT COUNT(*) FROM ratelimit_window_counts")).isZero();
  }

  private static Component component(String identifier, long count) {
    SubjectKey subject = new SubjectKey("w", "n", identifier, DAY);
    return new Component(new CellKey(subject, 1_000_000), "eu", "", count);
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
