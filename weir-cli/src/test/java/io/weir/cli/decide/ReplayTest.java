// SPDX-License-Identifier: Apache-2.0
package io.weir.cli.decide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.LimitPolicy;
import io.weir.cli.decide.Replay.OutOfCapacity;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReplayTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(10, Duration.ofSeconds(60));

  @Test
  void expiredSubjectsAreEvicted() throws OutOfCapacity {
    Replay replay = new Replay();
    for (int i = 0; i < 100; i++) {
      replay.decide(request(0, "id" + i));
    }

    replay.decide(request(119_999, "late"));
    assertThat(replay.subjects()).isEqualTo(101);

    replay.decide(request(121_000, "late"));
    assertThat(replay.subjects()).isEqualTo(1);
  }

  @Test
  void aLongReplayKeepsFewExpiredSubjects() throws OutOfCapacity {
    Replay replay = new Replay();
    long peak = 0;
    for (int i = 0; i < 200_000; i++) {
      replay.decide(request(i * 10L, "id" + i));
      peak = Math.max(peak, replay.subjects());
    }

    assertThat(peak).as("two minutes of identifiers can matter").isBetween(12_000L, 12_500L);
  }

  @Test
  void itStopsInsteadOfDecidingWithoutEvictedCounts() throws OutOfCapacity {
    Replay replay = new Replay(100);
    for (int i = 0; i < 100; i++) {
      replay.decide(request(0, "id" + i));
    }

    assertThatThrownBy(() -> replay.decide(request(0, "one too many")))
        .isInstanceOf(OutOfCapacity.class)
        .hasMessageStartingWith("more than ")
        .hasMessageContaining("-Xmx4g");
  }

  private static Replay.ReplayRequest request(long t, String identifier) {
    return new Replay.ReplayRequest(t, List.of(new Replay.ReplayItem(identifier, 1, LIMIT)));
  }
}
