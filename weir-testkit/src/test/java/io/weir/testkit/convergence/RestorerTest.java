// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.origin.Origin;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/**
 * Tests that the published counts of dead processes survive an origin that loses everything, and that a copy of a
 * process is detected.
 */
class RestorerTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(1_000, Duration.ofMinutes(10));

  private final VirtualRegion virtualRegion = new VirtualRegion();

  private static void spend(TestProcess testProcess, long cost) {
    CompletableFuture<Decision> unusedDecision = testProcess.checkAsync(LIMIT, "a", cost);
  }

  @Test
  void countsOfDeadProcessesAreRestoredOnce() {
    TestProcess first = virtualRegion.peer();
    TestProcess second = virtualRegion.peer();
    TestProcess dead = virtualRegion.peer();
    virtualRegion.pass(3_000);
    dead.check(LIMIT, "a", 51);
    spend(first, 20);
    spend(second, 30);
    virtualRegion.pass(1_000);
    spend(first, 1); // both know the other's last publish
    spend(second, 1);
    virtualRegion.pass(1_000);
    virtualRegion.kill(dead);
    virtualRegion.origin.store().wipe();

    virtualRegion.pass(45_000, 5);
    spend(first, 7);
    spend(second, 7);
    virtualRegion.pass(10_000, 5);

    assertThat(virtualRegion.total(LIMIT, "a")).isEqualTo(51 + 20 + 30 + 2 + 14);
    first.check(LIMIT, "a", 0); // its view is old: it reads another one
    assertThat(first.sees(LIMIT, "a").siblings()).isEqualTo(51 + 30 + 1 + 7);
  }

  @Test
  void restoringWaitsForAllLiveProcesses() {
    TestProcess first = virtualRegion.peer();
    TestProcess second = virtualRegion.peer();
    virtualRegion.pass(3_000);
    spend(second, 30);
    spend(first, 20);
    virtualRegion.pass(1_000);
    spend(first, 1);
    virtualRegion.pass(1_000);
    virtualRegion.origin.store().wipe();

    virtualRegion.pass(30_000, 5);

    assertThat(virtualRegion.total(LIMIT, "a")).isEqualTo(51);
  }

  @Test
  void aDuplicateProcessNameIsReplaced() {
    TestProcess testProcess = virtualRegion.peer();
    virtualRegion.pass(3_000);
    testProcess.check(LIMIT, "a", 5);
    virtualRegion.pass(1_000);
    String name = testProcess
        .engine()
        .inspect(virtualRegion.cell(LIMIT, "a").subject())
        .orElseThrow()
        .writer();
    String incarnation = name.substring(0, name.indexOf('.'));
    CompletionStage<?> unusedPulse = virtualRegion.origin.heartbeat(new Origin.OriginHeartbeat(
        incarnation,
        10_000,
        "",
        "",
        Origin.CompletionProgress.NEVER_BEHIND,
        Long.MAX_VALUE / 1_024));

    virtualRegion.pass(5_000);
    spend(testProcess, 3);
    virtualRegion.pass(1_000);

    assertThat(testProcess.observer().of(Event.INCARNATION_RENEWED)).isEqualTo(1);
    assertThat(testProcess
            .engine()
            .inspect(virtualRegion.cell(LIMIT, "a").subject())
            .orElseThrow()
            .writer())
        .doesNotStartWith(incarnation);
    assertThat(virtualRegion.total(LIMIT, "a")).isEqualTo(8);
    assertThat(testProcess.sees(LIMIT, "a").siblings()).isEqualTo(5);
  }

  @Test
  void aRepeatedHeartbeatIsNoDuplicateProcess() {
    TestProcess testProcess = virtualRegion.peer();
    virtualRegion.pass(30_000, 5);

    assertThat(testProcess.observer().of(Event.INCARNATION_RENEWED)).isZero();
  }
}
