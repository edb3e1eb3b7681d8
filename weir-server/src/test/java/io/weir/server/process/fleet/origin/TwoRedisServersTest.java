// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.origin;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.process.fleet.rig.Servers;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.weir.ServerProcess;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A mistake in the configuration: each of the two Redis servers has half of the counts, so callers get two limits. */
@Tag("slow")
@DisplayName("Two Redis servers under one region's name")
final class TwoRedisServersTest {
  private static final Pattern LOG_LINE = Pattern.compile("(?i)(different|two|2) .*Redis");
  private static final String METRIC = "weir_ratelimit_origins";
  private static final String READY_FIELD = "originConflict";

  private RedisServer first;
  private RedisServer second;

  @BeforeEach
  void startRedis() {
    first = Needs.ownRedis();
    second = Needs.ownRedis();
  }

  @AfterEach
  void stopRedis() {
    first.close();
    second.close();
  }

  @Test
  @DisplayName("are reported by all servers that start with them")
  void reportedAtStart() {
    try (Servers servers = new Servers()) {
      List<ServerProcess> members =
          List.of(servers.start("eu", first), servers.start("eu", second));

      members.forEach(TwoRedisServersTest::awaitReport);
    }
  }

  @Test
  @DisplayName(
      "are reported when the second one joins a region that works, and no more when it left")
  void reportedLater() {
    try (Servers servers = new Servers()) {
      List<ServerProcess> old = servers.start(2, "eu", first);
      old.forEach(each -> Calls.limit(Servers.wire(each), "daily/you", 10));
      Eventually.letPass(3_000);
      old.forEach(
          each -> assertThat(LOG_LINE.matcher(each.log()).find()).as(each.log()).isFalse());

      ServerProcess odd = servers.start("eu", second);

      awaitReport(odd);
      old.forEach(TwoRedisServersTest::awaitReport);
      servers.stop(odd);
      old.forEach(each -> Eventually.until(
          () -> METRIC + " is " + each.metric(METRIC), () -> each.metric(METRIC) == 1));
    }
  }

  private static void awaitReport(ServerProcess server) {
    Eventually.until(
        () -> "no line of the log is like " + LOG_LINE + ": " + server.log(),
        () -> LOG_LINE.matcher(server.log()).find());
    Eventually.until(
        () -> METRIC + " is " + server.metric(METRIC), () -> server.metric(METRIC) == 2);
    Eventually.until(
        () ->
            "/ready has no " + READY_FIELD + ": " + Calls.look(server, "/ready").text(),
        () -> Calls.look(server, "/ready").text().contains(READY_FIELD));
  }
}
