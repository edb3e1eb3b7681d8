// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.origin;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.server.process.fleet.rig.ServerFleet;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.weir.WeirProcess;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a configuration error: each of two Redis servers has half of the counts, so callers get two limits. */
@Tag("slow")
final class TwoRedisServersTest {
  private static final Pattern LOG_LINE = Pattern.compile("(?i)(different|two|2) .*Redis");
  private static final String METRIC = "weir_ratelimit_origins";
  private static final String READY_FIELD = "originConflict";

  private RedisServer first;
  private RedisServer second;

  @BeforeEach
  void startRedis() {
    first = RequiredServers.ownRedis();
    second = RequiredServers.ownRedis();
  }

  @AfterEach
  void stopRedis() {
    first.close();
    second.close();
  }

  @Test
  void twoServersAreReportedAtStart() {
    try (ServerFleet serverFleet = new ServerFleet()) {
      List<WeirProcess> members =
          List.of(serverFleet.start("eu", first), serverFleet.start("eu", second));

      members.forEach(TwoRedisServersTest::awaitReport);
    }
  }

  @Test
  void aSecondServerIsReportedUntilItLeaves() {
    try (ServerFleet serverFleet = new ServerFleet()) {
      List<WeirProcess> old = serverFleet.start(2, "eu", first);
      old.forEach(each -> ServerCalls.limit(ServerFleet.wire(each), "daily/you", 10));
      Eventually.waitMillis(3_000);
      old.forEach(
          each -> assertThat(LOG_LINE.matcher(each.log()).find()).as(each.log()).isFalse());

      WeirProcess odd = serverFleet.start("eu", second);

      awaitReport(odd);
      old.forEach(TwoRedisServersTest::awaitReport);
      serverFleet.stop(odd);
      old.forEach(each -> Eventually.until(
          () -> METRIC + " is " + each.metric(METRIC), () -> each.metric(METRIC) == 1));
    }
  }

  private static void awaitReport(WeirProcess server) {
    Eventually.until(
        () -> "no line of the log is like " + LOG_LINE + ": " + server.log(),
        () -> LOG_LINE.matcher(server.log()).find());
    Eventually.until(
        () -> METRIC + " is " + server.metric(METRIC), () -> server.metric(METRIC) == 2);
    Eventually.until(
        () -> "/ready has no " + READY_FIELD + ": "
            + ServerCalls.look(server, "/ready").text(),
        () -> ServerCalls.look(server, "/ready").text().contains(READY_FIELD));
  }
}
