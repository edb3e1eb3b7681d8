// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.testkit.servers.Eventually;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Redis that is slower than a check may wait. With a fleet of its own, which has seen no other fault before. */
@Tag("slow")
final class SlowRedisTest {
  private static final List<String> SERVERS = List.of("eu-1", "eu-2");

  @TempDir
  private Path folder = Path.of("");

  @Test
  void aSlowRedisFiresItsAlert() {
    try (AlertFleet fleet = new AlertFleet(folder)) {
      fleet.newcomers();
      fleet.users();
      AlertMonitor alertMonitor = fleet.monitor().watch(10);
      assertThat(alertMonitor.fired()).isEmpty();

      fleet.redisProxy.delayMillis(200); // each way
      SERVERS.forEach(name -> Eventually.until(
          name + " still reaches Redis",
          () -> fleet.member(name).metric("dependency_up{dependency=\"origin\"}") == 0));
      List<String> alerts = List.of(
          "WeirOriginUnavailable on eu-1",
          "WeirOriginUnavailable on eu-2",
          "WeirDecisionsDegraded on eu-1",
          "WeirDecisionsDegraded on eu-2");
      alertMonitor.watchFor(alerts);
      fleet.redisProxy.delayMillis(0);

      assertThat(alertMonitor.fired()).containsExactlyInAnyOrderElementsOf(alerts);
    }
  }
}
