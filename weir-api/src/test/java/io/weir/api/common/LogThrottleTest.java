// SPDX-License-Identifier: Apache-2.0
package io.weir.api.common;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LogThrottleTest {
  private static final long MINUTE = 60_000_000_000L;

  private final long[] now = {0};
  private final LogThrottle throttle = new LogThrottle(() -> now[0]);

  @Test
  void theFirstEventIsLoggedAndFurtherOnesAfterAMinuteAllAtOnce() {
    assertThat(throttle.add()).isEqualTo(1);

    now[0] = MINUTE - 1;
    assertThat(throttle.add()).isZero();

    now[0] = MINUTE;
    assertThat(throttle.add()).isEqualTo(2);
    assertThat(throttle.add()).isZero();
  }

  @Test
  void aClockThatIsSetBackSilencesNothing() {
    now[0] = 1_000_000;
    assertThat(throttle.add()).isEqualTo(1);

    now[0] = 5;
    assertThat(throttle.add()).isEqualTo(1);
  }

  @Test
  void aNanoClockMayWrapAround() {
    now[0] = Long.MAX_VALUE;
    assertThat(throttle.add()).isEqualTo(1);

    now[0] += MINUTE - 1;
    assertThat(throttle.add()).isZero();

    now[0] += 1;
    assertThat(throttle.add()).isEqualTo(2);
  }
}
