// SPDX-License-Identifier: Apache-2.0
package io.weir.server.alerts;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.testkit.servers.Eventually;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** For the timing of scrapes see {@link AlertMonitor}. */
@Tag("slow")
final class HealthyFleetTest {
  private static AlertFleet fleet;

  @TempDir
  private static Path folder;

  @BeforeAll
  static void start() {
    fleet = new AlertFleet(folder);
  }

  @AfterAll
  static void stop() {
    fleet.close();
  }

  @AfterEach
  void quiet() {
    fleet.quiet();
  }

  private static double metric(String name) {
    return List.of("eu-1", "eu-2").stream()
        .mapToDouble(each -> fleet.member(each).metric(name))
        .sum();
  }

  @Test
  void noAlertFiresUnderLoad() {
    fleet.users();

    assertThat(fleet.monitor().watch(60).fired()).isEmpty();
  }

  @Test
  void noAlertFiresWhenALimitIsExactlySpent() {
    AlertMonitor alertMonitor = fleet.monitor().watch(3);
    double before = metric("possible_excess_units_total");

    for (int caller = 0; caller < 10; caller++) {
      for (int i = 0; i < 10; i++) {
        assertThat(ServerCalls.limit(fleet.wire(i % 2 == 0 ? "eu-1" : "eu-2"), "ten/" + caller, 10)
                .passed())
            .as("unit %s of 10", i)
            .isTrue();
      }
      alertMonitor.watch(3);
    }
    alertMonitor.watch(10);

    assertThat(metric("possible_excess_units_total")).isGreaterThan(before);
    assertThat(alertMonitor.fired()).isEmpty();
  }

  @Test
  void noAlertFiresWhileNearlyEverythingIsRefused() {
    fleet.greedy(10).greedy(1);
    double before = metric("decisions_total{source=\"local\",outcome=\"refused\"}");
    AlertMonitor alertMonitor = fleet.monitor();
    alertMonitor.watch(60);

    assertThat(metric("decisions_total{source=\"local\",outcome=\"refused\"}"))
        .isGreaterThan(before + 100);
    assertThat(alertMonitor.fired()).isEmpty();
  }

  @Test
  void noAlertFiresDuringARollingRestart() {
    fleet.users();
    AlertMonitor alertMonitor = fleet.monitor().watch(10);
    for (String name : List.of("eu-1", "eu-2")) {
      AlertServer old = fleet.remove(name);
      alertMonitor.target(name, old::scrape);
      old.drain();
      Eventually.until("it is ready", () -> old.ready().status() == 503);
      // It continues to answer, and reports at each probe that it is not ready.
      alertMonitor.watch(3);
      assertThat(old.metric("http_requests_total{operation=\"self\",status=\"503\"}"))
          .isPositive();
      old.close();
      alertMonitor.watch(4);
      fleet.startEu(name);
      alertMonitor.target(name, () -> fleet.member(name).scrape()).watch(25);
    }

    assertThat(alertMonitor.fired()).isEmpty();
  }
}
