// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.Observer.Gauge;
import io.weir.SubjectKey;
import io.weir.WhenDegraded;
import io.weir.engine.Limiter;
import io.weir.testkit.rig.NeighbourWorkspace;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Tests of how much of an origin's memory a workspace gets. */
class OriginBudgetLimitsTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(100, Duration.ofMinutes(10));
  private static final long MEMORY = 1_000_000;

  private final VirtualRegion virtualRegion = new VirtualRegion();

  OriginBudgetLimitsTest() {
    virtualRegion.origin.limitTo(MEMORY);
  }

  private void flood(TestProcess testProcess, String workspace, int identifiers) {
    Limiter limiter = testProcess.engine().limiter(workspace, "n", LIMIT);
    for (int i = 0; i < identifiers; i++) {
      assertThat(limiter.checkAsync("id-" + i, 1)).isCompleted();
      if (i % 100 == 0) {
        virtualRegion.pass(1);
      }
    }
    virtualRegion.pass(2_000);
  }

  private long cells(String workspace, int identifiers) {
    long sequence = virtualRegion.clock.epochMillis() / LIMIT.durationMillis();
    long cells = 0;
    for (int i = 0; i < identifiers; i++) {
      SubjectKey subject = new SubjectKey(workspace, "n", "id-" + i, LIMIT.durationMillis());
      cells += virtualRegion.origin.store().total(new CellKey(subject, sequence)) > 0 ? 1 : 0;
    }
    return cells;
  }

  @Test
  void aFloodLeavesMemoryForOtherWorkspaces() {
    TestProcess one = virtualRegion.peer();
    TestProcess two = virtualRegion.peer();
    virtualRegion.pass(3_000);

    flood(one, "flooder", 5_000);
    flood(two, "flooder", 10_000);
    flood(one, "second", 5_000);

    long first = cells("flooder", 10_000);
    assertThat(first * 290).isBetween(MEMORY / 2, MEMORY * 2 / 3);
    assertThat(cells("second", 5_000)).isBetween(first / 6, first / 2);
    assertThat(one.observer().of(Event.ORIGIN_CELL_WITHHELD)).isPositive();
    assertThat(one.observer().level(Gauge.WITHHELD_CELLS)).isPositive();
    assertThat(one.observer().changes()).isEmpty();
  }

  @Test
  void otherWorkspacesStillShareTheirCounts() {
    TestProcess one = virtualRegion.peer();
    TestProcess two = virtualRegion.peer();
    virtualRegion.pass(3_000);
    flood(one, "flooder", 10_000);

    int admitted = 0;
    for (int i = 0; i < 100; i++) {
      admitted += one.check(LIMIT, "alice").allowed() ? 1 : 0;
      virtualRegion.pass(10);
      admitted += two.check(LIMIT, "alice").allowed() ? 1 : 0;
      virtualRegion.pass(10);
    }

    assertThat(admitted).isEqualTo(100);
    assertThat(virtualRegion.total(LIMIT, "alice")).isEqualTo(100);
  }

  @Test
  void decisionsWithoutABudgetAreDegraded() {
    TestProcess testProcess = virtualRegion.peer();
    virtualRegion.pass(3_000);
    flood(testProcess, "flooder", 10_000);
    Limiter open = testProcess.engine().limiter("flooder", "n", LIMIT);
    Limiter closed =
        testProcess.engine().limiter("flooder", "n", LIMIT.withWhenDegraded(WhenDegraded.CLOSED));

    assertThat(open.checkAsync("new", 1).join().degraded())
        .isFalse(); // its first check: it was just read
    virtualRegion.pass(300);
    assertThat(open.checkAsync("new", 1).join().degraded()).isTrue();
    assertThat(closed.checkAsync("new", 1).join().allowed()).isFalse();
    assertThat(testProcess.check(LIMIT, "alice").degraded()).isFalse();
  }

  @Test
  void aProcessThatStartsLaterKnowsTheUsage() {
    TestProcess one = virtualRegion.peer();
    virtualRegion.pass(3_000);
    flood(one, "flooder", 10_000);
    long before = cells("flooder", 10_000);
    TestProcess two = virtualRegion.peer();
    virtualRegion.pass(3_000);

    Limiter limiter = two.engine().limiter("flooder", "m", LIMIT);
    for (int i = 0; i < 10_000; i++) {
      limiter.checkAsync("id-" + i, 1).join();
      if (i % 100 == 0) {
        virtualRegion.pass(1);
      }
    }
    virtualRegion.pass(2_000);

    assertThat(virtualRegion.origin.store().fields() - before).isLessThan(800);
    two.check(LIMIT, "alice", 3);
    virtualRegion.pass(300);
    assertThat(virtualRegion.total(LIMIT, "alice")).isEqualTo(3);
    assertThat(two.check(LIMIT, "alice").degraded()).isFalse();
  }

  @Test
  void withheldCellsArePublishedOnceThereIsABudget() {
    TestProcess testProcess = virtualRegion.peer();
    virtualRegion.pass(3_000);
    LimitPolicy brief = LimitPolicy.of(100, Duration.ofSeconds(60));
    Limiter limiter = testProcess.engine().limiter("hostile", "n", brief);
    for (int i = 0; i < 5_000; i++) {
      limiter.checkAsync("brief-" + i, 1).join();
    }
    virtualRegion.pass(2_000);
    Limiter lasting = testProcess.engine().limiter("hostile", "n", LIMIT);
    lasting.checkAsync("lasting", 7).join();
    virtualRegion.pass(300);
    lasting.checkAsync("lasting", 1).join();
    NeighbourWorkspace neighbourWorkspace =
        NeighbourWorkspace.spend(testProcess.engine(), LIMIT, 20);
    virtualRegion.pass(2_000);
    assertThat(virtualRegion.total("hostile", LIMIT, "lasting")).isZero();
    for (int i = 0; i < 20; i++) {
      assertThat(virtualRegion.total(LIMIT, NeighbourWorkspace.identifier(i))).isEqualTo(1);
    }

    virtualRegion.pass(300_000, 100);

    assertThat(virtualRegion.total("hostile", LIMIT, "lasting")).isEqualTo(8);
    neighbourWorkspace.assertUntouched();
    assertThat(testProcess.observer().level(Gauge.WITHHELD_CELLS)).isZero();
  }

  @Test
  void withheldCellsDoNotDelayCompleteness() {
    TestProcess one = virtualRegion.peer();
    TestProcess two = virtualRegion.peer();
    virtualRegion.pass(10_000, 5);
    flood(one, "flooder", 10_000);
    two.check(LIMIT, "alice", 3);
    virtualRegion.pass(1_000);
    one.check(LIMIT, "alice", 5);
    virtualRegion.pass(6_000, 5);
    assertThat(one.sees(LIMIT, "alice").siblings()).isEqualTo(3);
    virtualRegion.kill(two);
    virtualRegion.pass(15_000, 5);

    virtualRegion.origin.store().wipe();
    virtualRegion.pass(30_000, 5);

    assertThat(virtualRegion.total(LIMIT, "alice"))
        .isEqualTo(8); // the dead process's cell is restored at last
    assertThat(cells("flooder", 10_000)).isPositive();
    one.engine().close();
    assertThat(virtualRegion.total(LIMIT, "alice")).isEqualTo(8);
  }
}
