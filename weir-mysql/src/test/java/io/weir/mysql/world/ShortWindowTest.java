// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.Observer.Gauge;
import io.weir.ledger.PushPolicy;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests that windows of a minute or more are shared between regions, and shorter ones are not. */
@Tag("integration")
class ShortWindowTest {
  private static final LimitPolicy BRIEF = LimitPolicy.of(10, Duration.ofMillis(59_999));
  private static final LimitPolicy MINUTE = LimitPolicy.of(10, Duration.ofMinutes(1));

  @ParameterizedTest
  @EnumSource
  void onlyWindowsOfAMinuteOrMoreAreShared(PushPolicy policy) {
    try (DatabaseRegions databaseRegions = DatabaseRegions.under(policy)) {
      TestProcess a = databaseRegions.peer("a");
      TestProcess alone = databaseRegions.standalone("b", builder -> builder);
      TestProcess c = databaseRegions.peer("c");
      a.admit(BRIEF, "x", 10);
      alone.admit(BRIEF, "x", 10);
      c.check(BRIEF, "x");
      databaseRegions.converge();
      assertThat(databaseRegions.rows().size()).isZero();
      for (TestProcess testProcess : List.of(a, alone, c)) {
        assertThat(testProcess.observer().of(Event.LEDGER_PUSHED)).isZero();
        assertThat(testProcess.observer().of(Event.LEDGER_PULLED)).isZero();
        assertThat(testProcess.observer().level(Gauge.FOREIGN_SUMS)).isZero();
        assertThat(testProcess.sees(BRIEF, "x").foreign()).isZero();
      }

      a.admit(MINUTE, "x", 6);
      databaseRegions.converge();

      assertThat(databaseRegions.rows().lines("SELECT duration_ms FROM ratelimit_window_counts"))
          .containsExactly("60000");
      assertThat(c.sees(MINUTE, "x").foreign()).isEqualTo(6);
    }
  }
}
