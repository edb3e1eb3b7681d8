// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.server.process.fleet.rig.ServerFleet;
import io.weir.testkit.logs.MeasurementLog;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import io.weir.time.NanoClock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests the command that resets a wrong count, with two regions on one database, each with a Redis and two servers.
 */
@Tag("slow")
final class ResetFleetTest {
  private static final String WRONG = Long.toString(1L << 50);
  private static final long LIMIT = 1_000;

  @Test
  void aResetReachesAllServersAndUndoesWrongCounts() throws SQLException {
    try (RedisServer one = RequiredServers.ownRedis();
        RedisServer two = RequiredServers.ownRedis();
        ServerFleet serverFleet = new ServerFleet()) {
      String mysql = serverFleet.mysql();
      serverFleet.start(2, "a", one);
      serverFleet.start(2, "b", two);
      spendInBothRegions(serverFleet, mysql);
      writeWrongCounts(mysql, one, two);
      Eventually.until("not all refuse", () -> allowing(serverFleet) == 0);

      long asked = NanoClock.system().elapsedMillis();
      ProcessResult processResult = WeirProcess.run(WeirCommandLine.of(
          "reset", "--mysql", mysql, "--namespace", "login", "--identifier", "ann"));
      long answered = NanoClock.system().elapsedMillis();
      Eventually.until(serverFleet::logs, () -> allowing(serverFleet) == 4);
      long allowed = NanoClock.system().elapsedMillis();

      MeasurementLog.add("reset: the command took " + (answered - asked) + " ms, all four allow "
          + (allowed - answered) + " ms after it");
      assertThat(processResult.exit()).isZero();
      assertThat(processResult.out())
          .isEqualTo("reset \"ann\" in namespace \"login\"; all servers apply it within 2 s\n");
      assertThat(serverFleet.logs())
          .contains("the counts of an identifier were reset")
          .doesNotContain("ann");
      serverFleet
          .running()
          .forEach(each ->
              assertThat(each.metric("weir_ratelimit_resets_applied_total")).isEqualTo(1));
    }
  }

  private static void spendInBothRegions(ServerFleet serverFleet, String mysql) {
    // More than half of the limit in one region, which therefore pushes; then the same in the
    // other.
    serverFleet.running().subList(0, 2).forEach(each -> spend(each, 260));
    serverFleet.running().subList(2, 4).forEach(each -> spend(each, 100));
    Eventually.until("the database knows nothing", () -> rows(mysql, "identifier = 'ann'") >= 2);
  }

  private static void writeWrongCounts(String mysql, RedisServer one, RedisServer two)
      throws SQLException {
    execute(
        mysql,
        "UPDATE ratelimit_window_counts SET count = " + WRONG
            + ", updated_at = updated_at + 1000 WHERE identifier = 'ann'");
    List.of(one, two).forEach(ResetFleetTest::writeWrongCount);
  }

  private static void spend(WeirProcess server, long cost) {
    assertThat(ServerCalls.spend(ServerFleet.wire(server), "login/ann", LIMIT, cost)
            .passed())
        .isTrue();
  }

  private static long allowing(ServerFleet serverFleet) {
    return serverFleet.running().stream()
        .filter(each ->
            ServerCalls.limit(ServerFleet.wire(each), "login/ann", LIMIT).passed())
        .count();
  }

  private static void writeWrongCount(RedisServer server) {
    try (RedisConsole console = server.console()) {
      List<?> keys = (List<?>) Objects.requireNonNull(console.call("KEYS", "weir:1:{*:ann}:*"));
      assertThat(keys).isNotEmpty();
      for (Object key : keys) {
        console.call("HSET", String.valueOf(key), "broken.1", WRONG);
      }
    }
  }

  private static void execute(String mysql, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(mysql);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long rows(String mysql, String which) {
    try (Connection connection = DriverManager.getConnection(mysql);
        Statement statement = connection.createStatement();
        var row =
            statement.executeQuery("SELECT COUNT(*) FROM ratelimit_window_counts WHERE " + which)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      return 0;
    }
  }
}
