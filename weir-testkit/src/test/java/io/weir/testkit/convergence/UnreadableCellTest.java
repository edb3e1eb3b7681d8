// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.origin.Origin.Publication;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of an origin with a cell whose value is not a count, or is an impossible one. */
class UnreadableCellTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(100, Duration.ofMinutes(10));

  private final VirtualRegion virtualRegion = new VirtualRegion();
  private final TestProcess one = virtualRegion.peer();
  private final TestProcess two = virtualRegion.peer();

  @Test
  void anUnreadableCellAffectsNoOther() {
    virtualRegion.pass(3_000);
    virtualRegion.origin.spoil(virtualRegion.cell(LIMIT, "bad"));

    int admitted = 0;
    for (int i = 0; i < 150; i++) {
      for (TestProcess testProcess : List.of(one, two)) {
        testProcess.check(LIMIT, "bad");
        admitted += testProcess.check(LIMIT, "good").allowed() ? 1 : 0;
        virtualRegion.pass(10);
      }
    }

    assertThat(admitted).isEqualTo(100);
    assertThat(one.check(LIMIT, "good").degraded()).isFalse();
    assertThat(one.observer().changes()).isEmpty();
    assertThat(one.observer().of(Event.ORIGIN_CELL_UNREADABLE)).isPositive();
  }

  @Test
  void anUnreadableCellIsCountedLocally() {
    virtualRegion.pass(3_000);
    virtualRegion.origin.spoil(virtualRegion.cell(LIMIT, "bad"));
    for (int i = 0; i < 50; i++) {
      assertThat(one.check(LIMIT, "bad").allowed()).isTrue();
      virtualRegion.pass(10);
    }
    assertThat(one.check(LIMIT, "bad").degraded()).isTrue();
    virtualRegion.origin.forgetCalls();

    virtualRegion.pass(60_000, 10);

    assertThat(virtualRegion.origin.publications()).hasSizeBetween(2, 5);
  }

  @Test
  void onceReadableAgainACellIsPublishedInFull() {
    virtualRegion.pass(3_000);
    virtualRegion.origin.spoil(virtualRegion.cell(LIMIT, "bad"));
    for (int i = 0; i < 50; i++) {
      one.check(LIMIT, "bad");
      virtualRegion.pass(10);
    }
    virtualRegion.origin.mend();
    virtualRegion.pass(61_000, 10);

    assertThat(virtualRegion.total(LIMIT, "bad")).isEqualTo(50);
    assertThat(two.check(LIMIT, "bad").remaining()).isEqualTo(49);
  }

  @Test
  void anImpossibleCountIsSkippedAndReported() {
    virtualRegion.pass(3_000);
    var unused = virtualRegion
        .origin
        .store()
        .publish(List.of(
            new Publication(virtualRegion.cell(LIMIT, "a"), "ghost.1", Long.MAX_VALUE / 2, 600_000),
            new Publication(virtualRegion.cell(LIMIT, "a"), "ghost.2", Long.MIN_VALUE, 600_000),
            new Publication(virtualRegion.cell(LIMIT, "a"), "sibling.1", 10, 600_000)));

    assertThat(one.check(LIMIT, "a").remaining()).isEqualTo(89);
    assertThat(one.observer().of(Event.COUNT_IMPLAUSIBLE)).isGreaterThanOrEqualTo(2);
  }

  @Test
  void countsAboveTheMaximumArePublishedAsTheMaximum() {
    LimitPolicy vast = LimitPolicy.of(Long.MAX_VALUE, Duration.ofMinutes(10));
    virtualRegion.pass(3_000);
    assertThat(one.check(vast, "a", Long.MAX_VALUE / 2).allowed()).isTrue();
    virtualRegion.pass(1_000);
    virtualRegion.origin.forgetCalls();
    virtualRegion.pass(5_000);

    assertThat(two.sees(vast, "a").siblings()).isEqualTo(1L << 53);
    assertThat(virtualRegion.origin.publications()).isEmpty();
    one.check(vast, "a", 1);
    virtualRegion.pass(1_000);
    assertThat(one.observer().of(Event.ORIGIN_WIPE_SEEN)).isZero();
  }
}
