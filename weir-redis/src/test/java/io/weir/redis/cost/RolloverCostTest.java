// SPDX-License-Identifier: Apache-2.0
package io.weir.redis.cost;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.DecisionSource;
import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.origin.OriginOptions;
import io.weir.redis.RedisOrigin;
import io.weir.redis.TestPrefixes;
import io.weir.redis.faults.RegionProcess;
import io.weir.testkit.servers.RequiredServers;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many calls to Redis the start of a new window costs. */
@Tag("integration")
class RolloverCostTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(1_000_000_000, Duration.ofSeconds(1));

  /** A background read that fails on an overloaded machine would make the subject's decisions degraded. */
  private static final OriginOptions PATIENT =
      OriginOptions.defaults().withReadDeadlineMillis(20_000);

  @Test
  void aNewWindowMakesNoCallerWaitForAWarmSubject() {
    try (RegionProcess regionProcess = new RegionProcess(
        LIMIT,
        Engine.builder()
            .origin(RedisOrigin.open(RequiredServers.redis(), TestPrefixes.unused()))
            .originOptions(PATIENT))) {
      regionProcess.check("alice");
      Set<Long> windows = new TreeSet<>();
      long checks = 0;
      while (windows.size() < 5) {
        Decision decision = regionProcess.check("alice");
        assertThat(decision.source()).isEqualTo(DecisionSource.LOCAL);
        assertThat(decision.degraded()).isFalse();
        windows.add(decision.resetMillis());
        checks++;
        LockSupport.parkNanos(20_000);
      }

      assertThat(regionProcess.times(Event.ORIGIN_READ_FAILED)).isZero();
      assertThat(regionProcess.times(Event.ORIGIN_READ))
          .as("in the background, %s checks", checks)
          .isLessThanOrEqualTo(4L * windows.size());
    }
  }
}
