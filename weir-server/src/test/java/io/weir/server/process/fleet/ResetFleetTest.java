// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.process.fleet.rig.Servers;
import io.weir.testkit.logs.MeasurementLog;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.weir.Ended;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import io.weir.time.NanoClock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two servers in each of two regions, each region with a Redis, on one database: a wrong count is undone by the command. */
@Tag("slow")
@DisplayName("A reset in two regions of two servers")
final class ResetFleetTest {
  private static final String WRONG = Long.toString(1L << 50);
  private static final long LIMIT = 1_000;

  @Test
  @DisplayName("is known to all of them, whatever was wrong in the database and in Redis")
  void undoesWrongCounts() throws SQLException {
    try (RedisServer one = Needs.ownRedis();
        RedisServer two = Needs.ownRedis();
        Servers servers = new Servers()) {
      String mysql = servers.mysql();
      servers.start(2, "a", one);
      servers.start(2, "b", two);
      spendInBothRegions(servers, mysql);
      writeWrongCounts(mysql, one, two);
      Eventually.until("not all refuse", () -> allowing(servers) == 0);

      long asked = NanoClock.system().elapsedMillis();
      Ended ended = ServerProcess.run(
          Launch.of("reset", "--mysql", mysql, "--namespace", "login", "--identifier", "ann"));
      long answered = NanoClock.system().elapsedMillis();
      Eventually.until(servers::logs, () -> allowing(servers) == 4);
      long allowed = NanoClock.system().elapsedMillis();

      MeasurementLog.add("reset: the command took " + (answered - asked) + " ms, all four allow "
          + (allowed - answered) + " ms after it");
      assertThat(ended.exit()).isZero();
      assertThat(ended.out())
          .isEqualTo("reset \"ann\" in namespace \"login\"; all servers apply it within 2 s\n");
      assertThat(servers.logs())
          .contains("the counts of an identifier were reset")
          .doesNotContain("ann");
      servers
          .running()
          .forEach(each ->
              assertThat(each.metric("weir_ratelimit_resets_applied_total")).isEqualTo(1));
    }
  }

  private static void spendInBothRegions(Servers servers, String mysql) {
    // More than half of the limit in one region, which therefore pushes; then so does the other.
    servers.running().subList(0, 2).forEach(each -> spend(each, 260));
    servers.running().subList(2, 4).forEach(each -> spend(each, 100));
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

  private static void spend(ServerProcess server, long cost) {
    assertThat(Calls.spend(Servers.wire(server), "login/ann", LIMIT, cost).passed())
        .isTrue();
  }

  private static long allowing(Servers servers) {
    return servers.running().stream()
        .filter(each -> Calls.limit(Servers.wire(each), "login/ann", LIMIT).passed())
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
