// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadTimesTest {
  @Test
  void theDifferenceIsTheUsageBetweenTwoReadings() {
    ThreadTimes before = new ThreadTimes(Map.of("a", 10L, "ended", 50L));
    ThreadTimes after = new ThreadTimes(Map.of("a", 30L, "new", 5L));

    assertThat(after.since(before).millis()).isEqualTo(Map.of("a", 20L, "new", 5L));
  }

  @Test
  void theThreadsOfThisProcessAreFound() {
    assumeTrue(ProcessUsage.isKnown());

    assertThat(ThreadTimes.of(ProcessHandle.current().pid()).millis()).isNotEmpty();
  }
}
