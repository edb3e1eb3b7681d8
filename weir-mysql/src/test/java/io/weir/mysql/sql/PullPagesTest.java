// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.PullCursor;
import io.weir.ledger.Ledger.PullPage;
import io.weir.ledger.Ledger.PullRequester;
import io.weir.sql.dialect.Dialect;
import io.weir.sql.dialect.Schema;
import io.weir.testkit.servers.RequiredServers;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests many pages of a large table that others write to meanwhile. */
@Tag("integration")
class PullPagesTest {
  private static final long DAY = 86_400_000;
  private static final int CELLS = 5_000;
  private static final int PAGE = 300;

  private final SplittableRandom random = new SplittableRandom(5);
  private final PushStatements pushStatements = new PushStatements(Dialect.MYSQL);
  private final PullStatements pullStatements = new PullStatements(Dialect.MYSQL);
  private Connection connection;
  private long now = 1_000;

  @BeforeEach
  void open() throws SQLException {
    connection = DriverManager.getConnection(RequiredServers.mysql());
    new Schema(Dialect.MYSQL, LedgerTables.PLAN).migrate(connection);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void secondPasses() throws SQLException {
    execute("SET timestamp = " + ++now);
  }

  private static CellKey cell(int number) {
    long sequence = 1_000_000L - number % 2; // two windows of each identifier
    return new CellKey(new SubjectKey("w", "n", "id" + number / 2, DAY), sequence);
  }

  private void raise(int from, int to, String region) throws SQLException {
    List<Component> components = IntStream.range(from, to)
        .mapToObj(i -> new Component(cell(i), region, "", random.nextInt(1, 1_000)))
        .toList();
    assertThat(pushStatements.push(connection, components)).isEmpty();
  }

  private void fill() throws SQLException {
    secondPasses();
    for (int from = 0; from < CELLS; from += 500) {
      raise(from, from + 500, "eu");
      raise(from, from + 250, "ap");
    }
  }

  private Map<CellKey, Long> sums(long since) throws SQLException {
    Map<CellKey, Long> sums = new HashMap<>();
    PullPage pullPage = pullStatements.pull(
        connection, PullRequester.of("us"), PullCursor.since(since), 10 * CELLS);
    assertThat(pullPage.isLast()).isTrue();
    pullPage.sums().forEach(each -> sums.put(each.cell(), each.foreign()));
    return sums;
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void pagesOfOneMillisecondReturnEachCellOnce(long since) throws SQLException {
    fill();
    Map<CellKey, Long> read = new HashMap<>();
    PullCursor next = PullCursor.since(since);
    int pages = 0;
    PullPage pullPage;

    do {
      pullPage = pullStatements.pull(connection, PullRequester.of("us"), next, PAGE);
      assertThat(pullPage.sums()).hasSizeLessThanOrEqualTo(PAGE);
      pullPage
          .sums()
          .forEach(each -> assertThat(read.put(each.cell(), each.foreign())).isNull());
      next = pullPage.next();
      pages++;
    } while (!pullPage.isLast());

    assertThat(pages).isGreaterThanOrEqualTo(CELLS / PAGE);
    assertThat(read).isEqualTo(sums(since));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1})
  void pagesMissNothingWhileRowsChange(long since) throws SQLException {
    fill();
    Map<CellKey, Long> before = sums(since);
    Map<CellKey, Long> read = new HashMap<>();
    PullCursor next = PullCursor.since(since);
    int changes = 0;
    PullPage pullPage;

    do {
      pullPage = pullStatements.pull(connection, PullRequester.of("us"), next, PAGE);
      pullPage.sums().forEach(each -> read.merge(each.cell(), each.foreign(), Math::max));
      next = pullPage.next();
      secondPasses();
      int at = random.nextInt(CELLS - 50);
      if (!pullPage.isLast() && changes++ < 20) {
        raise(at, at + 50, "eu");
        raise(at, at + 50, "sa");
        raise(CELLS + changes * 50, CELLS + changes * 50 + 50, "eu");
      }
    } while (!pullPage.isLast());

    assertThat(read).containsKeys(before.keySet().toArray(CellKey[]::new));
    before.forEach((cell, count) -> assertThat(read.get(cell)).isGreaterThanOrEqualTo(count));
    if (since > 0) {
      assertThat(read).as("in the order of changes, those are read too").isEqualTo(sums(since));
    }
  }

  /** Asserts that the database reads a page's rows in the order of the index, without sorting. */
  private void assertReadInOrder(String statement, String index, Object... values)
      throws SQLException {
    fill();
    secondPasses();
    raise(0, 50, "sa");
    execute("ANALYZE TABLE ratelimit_window_counts");
    boolean usesIndex = false;
    try (PreparedStatement explain = connection.prepareStatement(
        "EXPLAIN " + LedgerTables.statement(Dialect.MYSQL, statement))) {
      for (int i = 0; i < values.length; i++) {
        explain.setObject(i + 1, values[i]);
      }
      try (ResultSet plan = explain.executeQuery()) {
        while (plan.next()) {
          String extra = String.valueOf(plan.getString("Extra"));
          boolean isTable = !String.valueOf(plan.getString("table")).startsWith("<");
          if (isTable) {
            assertThat(plan.getString("type")).as(plan.getString("table")).isNotIn("ALL", "index");
            assertThat(extra).doesNotContain("filesort", "temporary");
          }
          usesIndex |=
              index.equals(plan.getString("key")) && "range".equals(plan.getString("type"));
        }
      }
    }
    assertThat(usesIndex).isTrue();
  }

  @Test
  void aPageOfChangesUsesItsIndex() throws SQLException {
    byte[] digest = new LedgerDigest(7, 7).bytes();
    long expiry = cell(0).expiresAtMillis();

    assertReadInOrder(
        "pull-changed",
        "updated_at_idx",
        digest,
        digest,
        0,
        1_002_000L,
        1_002_000L,
        expiry,
        expiry,
        digest,
        digest,
        1L,
        PAGE);
  }

  @Test
  void aPageOfEverythingUsesThePrimaryKey() throws SQLException {
    byte[] digest = new LedgerDigest(7, 7).bytes();

    assertReadInOrder("pull-everything", "PRIMARY", digest, digest, 0, digest, digest, 1L, PAGE);
  }
}
