// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.Observer.Gauge;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Windows of a minute and more take part in the world, shorter ones do not. */
@Tag("integration")
class ShortWindowTest {
  private static final Limit BRIEF = Limit.of(10, Duration.ofMillis(59_999));
  private static final Limit MINUTE = Limit.of(10, Duration.ofMinutes(1));

  @ParameterizedTest
  @EnumSource
  @DisplayName(
      "a window of 59,999 ms leaves no row and is never read, one of 60,000 ms is told and heard of")
  void aMinuteIsTheShortest(PushPolicy policy) {
    try (Regions regions = Regions.under(policy)) {
      Peer a = regions.peer("a");
      Peer alone = regions.alone("b", builder -> builder);
      Peer c = regions.peer("c");
      a.admit(BRIEF, "x", 10);
      alone.admit(BRIEF, "x", 10);
      c.check(BRIEF, "x");
      regions.converge();
      assertThat(regions.rows().size()).isZero();
      for (Peer peer : List.of(a, alone, c)) {
        assertThat(peer.tally().of(Event.LEDGER_PUSHED)).isZero();
        assertThat(peer.tally().of(Event.LEDGER_PULLED)).isZero();
        assertThat(peer.tally().level(Gauge.FOREIGN_SUMS)).isZero();
        assertThat(peer.sees(BRIEF, "x").foreign()).isZero();
      }

      a.admit(MINUTE, "x", 6);
      regions.converge();

      assertThat(regions.rows().lines("SELECT duration_ms FROM ratelimit_window_counts"))
          .containsExactly("60000");
      assertThat(c.sees(MINUTE, "x").foreign()).isEqualTo(6);
    }
  }
}
