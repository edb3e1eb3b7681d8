// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How scrapes are timed: {@link Monitor}. */
@Tag("slow")
@DisplayName("The alert fires that should, and no other, when")
final class StoreDamageTest {
  private static final String KEY = AlertFleet.KEY;

  @TempDir
  private Path folder;

  /** A server with other traffic, which goes on. */
  private static Monitor watchedWithTraffic(Member member) {
    member.checkHundred("user-");
    member.settled();
    return new Monitor().target("one", () -> {
      member.checkHundred("user-");
      return member.scrape();
    });
  }

  /** Lets somebody be counted, and gives the key of this count in Redis. */
  private static String keyOfAnn(Member member, RedisConsole console) {
    Calls.limit(member.wire(KEY), "day/ann", 100);
    Eventually.until("there is no such key", () -> !keysOfAnn(console).isEmpty());
    return String.valueOf(keysOfAnn(console).get(0));
  }

  private static List<?> keysOfAnn(RedisConsole console) {
    return (List<?>) Objects.requireNonNull(console.call("KEYS", "weir:*:ann}:*"));
  }

  @Test
  @DisplayName("a key in Redis holds something that is not a hash")
  void keyOfAnotherType() {
    try (RedisServer redis = Needs.ownRedis();
        RedisConsole console = redis.console();
        Member member = Member.start(
            Member.inRegion("here", Needs.mysql(), folder).with("--redis", redis.uri()))) {
      String key = keyOfAnn(member, console);
      Monitor monitor = watchedWithTraffic(member);
      assertThat(monitor.watch(10).fired()).isEmpty();

      console.call("SET", key, "something else");
      Calls.limit(member.wire(KEY), "day/ann", 100);
      Eventually.until("not noticed", () -> member.metric("origin_cells_unreadable_total") > 0);

      assertThat(monitor.watch(40).fired()).containsExactly("WeirStoreCorrupt on one");
    }
  }

  @Test
  @DisplayName("a field in Redis holds something that can't be a count")
  void fieldWithoutCount() {
    try (RedisServer redis = Needs.ownRedis();
        RedisConsole console = redis.console();
        Member member = Member.start(
            Member.inRegion("here", Needs.mysql(), folder).with("--redis", redis.uri()))) {
      String key = keyOfAnn(member, console);
      Monitor monitor = watchedWithTraffic(member);
      assertThat(monitor.watch(10).fired()).isEmpty();

      console.call("HSET", key, "somebody", "-5");
      Calls.limit(member.wire(KEY), "day/ann", 100);
      Eventually.until("not noticed", () -> member.metric("counts_implausible_total") > 0);

      assertThat(monitor.watch(40).fired()).containsExactly("WeirStoreCorrupt on one");
    }
  }

  @Test
  @DisplayName("a row in the database holds something that can't be a count")
  void rowWithoutCount() throws SQLException {
    String mysql = Needs.mysql();
    try (Member other = Member.start(Member.inRegion("there", mysql, folder.resolve("there")));
        Member member = Member.start(Member.inRegion("here", mysql, folder.resolve("here")));
        Connection connection = DriverManager.getConnection(mysql);
        Statement statement = connection.createStatement()) {
      Monitor monitor = watchedWithTraffic(member).watch(10);
      assertThat(monitor.fired()).isEmpty();

      Calls.spend(other.wire(KEY), "day/ann", 100, 90);
      // The owner writes it again when it has counted more, so nobody asks it any more.
      Eventually.until("there is no row", () -> update(statement) > 0);
      Eventually.until("not noticed", () -> member.metric("counts_implausible_total") > 0);

      assertThat(monitor.watch(40).fired()).containsExactly("WeirStoreCorrupt on one");
    }
  }

  private static int update(Statement statement) {
    try {
      return statement.executeUpdate(
          "UPDATE ratelimit_window_counts SET count = -1, updated_at = updated_at + 1"
              + " WHERE identifier = 'ann'");
    } catch (SQLException e) {
      throw new AssertionError(e);
    }
  }
}
