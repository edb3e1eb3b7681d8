// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.redis.contender.RedisContender;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;

class CallersTest {
  /** Allows each key twice. */
  private static final class TwiceEach implements RedisContender {
    final ConcurrentMap<String, Integer> asked = new ConcurrentHashMap<>();

    @Override
    public boolean allow(String key) {
      return asked.merge(key, 1, Integer::sum) <= 2;
    }

    @Override
    public void close() {}
  }

  private final TwiceEach contender = new TwiceEach();

  @Test
  void allKeysAreVisitedOnceHoweverManyThreadsThereAre() {
    CallerCounts callerCounts = new CallerThreads(contender, KeySequence.of(1_001), 3).visitAll();

    assertThat(callerCounts.checks()).isEqualTo(1_001);
    assertThat(callerCounts.admitted()).isEqualTo(1_001);
    assertThat(contender.asked).hasSize(1_001).containsValue(1).doesNotContainValue(2);
  }

  @Test
  void callersAtFullSpeedCountChecksAndAdmissions() {
    CallerCounts callerCounts = new CallerThreads(contender, KeySequence.of(5), 2).hurry(1);

    int asked = contender.asked.values().stream().mapToInt(Integer::intValue).sum();
    assertThat(callerCounts.checks()).isEqualTo(asked);
    assertThat(callerCounts.admitted()).isEqualTo(10);
  }

  @Test
  void checksAreMadeAtTheGivenRate() {
    CallerCounts callerCounts = new CallerThreads(contender, KeySequence.of(1), 1).pace(1_000, 21);

    assertThat(callerCounts.checks()).isEqualTo(21);
    assertThat(callerCounts.admitted()).isEqualTo(2);
    assertThat(callerCounts.nanos()).isGreaterThanOrEqualTo(21_000_000);
  }
}
