// SPDX-License-Identifier: Apache-2.0
package io.weir.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ManualClockTest {
  private final ManualClock clock = new ManualClock(1_700_000_000_000L);

  @Test
  void standsStillUntilMoved() {
    assertThat(clock.epochMillis()).isEqualTo(1_700_000_000_000L);
    assertThat(clock.epochMillis()).isEqualTo(1_700_000_000_000L);
    assertThat(clock.nanoTime()).isZero();
  }

  @Test
  void wallTimeAndElapsedTimeMoveTogether() {
    clock.advance(Duration.ofSeconds(3));
    clock.advanceMillis(7);

    assertThat(clock.epochMillis()).isEqualTo(1_700_000_003_007L);
    assertThat(clock.elapsedMillis()).isEqualTo(3_007);
    assertThat(clock.nanoTime()).isEqualTo(3_007_000_000L);
  }

  @Test
  void manySmallStepsAddUpInBoth() {
    for (int i = 0; i < 10; i++) {
      clock.advance(Duration.ofNanos(300_000));
    }

    assertThat(clock.elapsedMillis()).isEqualTo(3);
    assertThat(clock.epochMillis()).isEqualTo(1_700_000_000_003L);
  }

  @Test
  void steppingTheWallClockDoesNotAdvanceElapsedTime() {
    clock.stepTo(-5);

    assertThat(clock.epochMillis()).isEqualTo(-5);
    assertThat(clock.nanoTime()).isZero();

    clock.advanceMillis(10);

    assertThat(clock.epochMillis()).isEqualTo(5);
  }

  @Test
  void timeNeverPassesBackwards() {
    assertThatThrownBy(() -> clock.advance(Duration.ofMillis(-1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PT-0.001S");

    assertThat(clock.epochMillis()).isEqualTo(1_700_000_000_000L);
  }

  @Test
  void elapsedTimeBeforeItsOriginIsRoundedDownLikeAnyOther() {
    NanoClock early = () -> -1;

    assertThat(early.elapsedMillis()).isEqualTo(-1);
  }
}
