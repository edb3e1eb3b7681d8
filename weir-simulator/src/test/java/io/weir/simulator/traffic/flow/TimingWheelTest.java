// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimingWheelTest {
  private static final long DAY = 86_400_000;

  @Test
  void membersAreReturnedAtTheirMillisecond() {
    long millis = 400_000;
    SplittableRandom random = new SplittableRandom(1);
    TimingWheel timingWheel = new TimingWheel(millis, 1_000);
    long[] due = new long[1_000];
    for (int member = 0; member < due.length; member++) {
      due[member] = random.nextLong(millis);
      timingWheel.schedule(member, due[member]);
    }
    int[] calls = new int[due.length];

    for (long now = 0; now < millis; now++) {
      long at = now;
      timingWheel.take(now, member -> {
        assertThat(due[member]).isEqualTo(at);
        calls[member]++;
      });
    }

    assertThat(calls).containsOnly(1);
  }

  @Test
  void aMemberCanBeRescheduledAtOnce() {
    TimingWheel timingWheel = new TimingWheel(200_000, 3);
    for (int member = 0; member < 3; member++) {
      timingWheel.schedule(member, 10);
    }
    List<String> seen = new ArrayList<>();

    for (long now = 0; now < 200_000; now++) {
      long at = now;
      timingWheel.take(now, member -> {
        seen.add(member + "@" + at);
        timingWheel.schedule(member, at + 50_000L * (member + 1));
      });
    }

    assertThat(seen)
        .containsExactlyInAnyOrder(
            "0@10", "1@10", "2@10", "0@50010", "0@100010", "0@150010", "1@100010", "2@150010");
  }

  @Test
  void entriesAfterTheEndAreDropped() {
    TimingWheel timingWheel = new TimingWheel(100, 1);

    timingWheel.schedule(0, DAY);

    for (long now = 0; now < 100; now++) {
      timingWheel.take(now, member -> {
        throw new AssertionError("no member is due");
      });
    }
  }
}
