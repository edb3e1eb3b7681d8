// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.origin.Origin.OriginHeartbeat;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.origin.Origin.Receipt;
import io.weir.origin.OriginUnavailable;
import io.weir.testkit.servers.Eventually;
import io.weir.time.ManualClock;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests what a store in a file does beyond the contract. */
@Timeout(120)
class LocalStoreTest {
  private static final long MINUTE = 60_000;
  private static final int BUDGET = 100;

  @TempDir
  private Path folder = Path.of("");

  private final ManualClock clock = new ManualClock(1_700_000_000_000L);
  private LocalStore store;

  @BeforeEach
  void open() {
    store = LocalStore.open(folder, new LocalStoreOptions(BUDGET, clock));
    Eventually.until("the file was read", store::isInventoryLoaded);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private void reopen() {
    store.close();
    open();
  }

  @Test
  void publishedCountsSurviveAReopening() {
    publish("a", "one", 7, 10 * MINUTE);

    reopen();

    assertThat(read("a")).isEqualTo(7);
    assertThat(publish("a", "two", 1, MINUTE)).isEqualTo(new Receipt(7, 0));
  }

  @Test
  void unknownCellsAreAnsweredAtOnce() {
    publish("known", "one", 7, 10 * MINUTE);

    for (int i = 0; i < 2; i++) {
      int atOnce = 0;
      for (int each = 0; each < 1_000; each++) {
        CompletableFuture<List<Long>> answer =
            store.read(List.of(new Query(cell("unknown-" + each), "one"))).toCompletableFuture();
        atOnce += answer.isDone() ? 1 : 0;
        assertThat(Eventually.await(answer)).containsExactly(0L);
      }
      assertThat(atOnce).isGreaterThan(980);
      assertThat(read("known")).isEqualTo(7);
      reopen();
    }
  }

  @Test
  void aWorkspaceOverBudgetGetsNoNewCells() throws SQLException {
    for (int i = 0; i < BUDGET + 5; i++) {
      publish("id-" + i, "one", 1, 10 * MINUTE);
    }
    publish("id-1", "one", 9, 10 * MINUTE);
    Receipt withheld = publish("id-104", "one", 4, 10 * MINUTE);
    CellKey other = new CellKey(new SubjectKey("other", "n", "x", MINUTE), 28_000_000);
    Eventually.await(store.publish(List.of(new Publication(other, "one", 3, 10 * MINUTE))));

    assertThat(number("SELECT count(*) FROM counts c JOIN subjects s USING (digest)"
            + " WHERE s.workspace = 'w'"))
        .isEqualTo(BUDGET);
    assertThat(read("id-1")).isEqualTo(9);
    assertThat(read("id-104")).isZero();
    assertThat(withheld.before()).as("not taken for a loss").isEqualTo(4);
    assertThat(store.withheldCells()).isEqualTo(6);
    assertThat(Eventually.await(store.read(List.of(new Query(other, "two"))))).containsExactly(3L);

    reopen();
    publish("id-1", "two", 2, 10 * MINUTE);
    publish("id-104", "two", 4, 10 * MINUTE);
    assertThat(read("id-1")).as("grows after a restart too").isEqualTo(11);
    assertThat(store.withheldCells()).isEqualTo(1);
  }

  @Test
  void expiredRowsAreDeletedAndFreeTheBudget() throws SQLException {
    for (int i = 0; i < BUDGET; i++) {
      publish("id-" + i, "one", 1, i < 60 ? MINUTE : 10 * MINUTE);
    }
    clock.advanceMillis(3 * MINUTE);

    Eventually.await(store.heartbeat(OriginHeartbeat.of("p", 10_000)));
    Eventually.until("expired rows are gone", () -> count("counts") == 40);

    assertThat(number("SELECT count(*) FROM subjects")).isEqualTo(40);
    publish("new", "one", 5, 10 * MINUTE);
    assertThat(read("new")).isEqualTo(5);
    assertThat(store.withheldCells()).isZero();
  }

  @Test
  void largeBatchesAreStoredCompletely() {
    store.close();
    store = LocalStore.open(folder, new LocalStoreOptions(1_000_000, clock));
    for (int round = 1; round <= 3; round++) {
      List<Publication> batch = new ArrayList<>();
      List<Query> queries = new ArrayList<>();
      for (int i = 0; i < 20_000; i++) {
        batch.add(new Publication(cell("id-" + i), "one", round * 10L, 10 * MINUTE));
        queries.add(new Query(cell("id-" + i), "two"));
      }
      long before = (round - 1) * 10L;
      long after = round * 10L;

      assertThat(Eventually.await(store.publish(batch))).allMatch(r -> r.before() == before);
      assertThat(Eventually.await(store.read(queries))).allMatch(sum -> sum == after);
    }
  }

  @Test
  void callsToAClosedStoreFail() {
    store.close();

    assertThat(Eventually.failure(store.read(List.of(new Query(cell("a"), "one")))))
        .isInstanceOf(OriginUnavailable.class)
        .hasMessageContaining("closed");
    assertThat(Eventually.failure(store.heartbeat(OriginHeartbeat.of("p", 1_000))))
        .isInstanceOf(OriginUnavailable.class);
    assertThat(Eventually.failure(
            store.publish(List.of(new Publication(cell("a"), "one", 1, MINUTE)))))
        .isInstanceOf(OriginUnavailable.class);
  }

  private Receipt publish(String identifier, String field, long count, long life) {
    return Eventually.await(
            store.publish(List.of(new Publication(cell(identifier), field, count, life))))
        .get(0);
  }

  private long read(String identifier) {
    return Eventually.await(store.read(List.of(new Query(cell(identifier), "nobody"))))
        .get(0);
  }

  private static CellKey cell(String identifier) {
    return new CellKey(new SubjectKey("w", "n", identifier, MINUTE), 28_000_000);
  }

  private long count(String table) {
    try {
      return number("SELECT count(*) FROM " + table);
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }

  private long number(String sql) throws SQLException {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("weir.db"));
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
