// SPDX-License-Identifier: Apache-2.0
package io.weir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LimitTest {

  @Test
  void returnsItsComponents() {
    LimitPolicy limitPolicy = LimitPolicy.of(100, Duration.ofMinutes(1));

    assertThat(limitPolicy.amount()).isEqualTo(100);
    assertThat(limitPolicy.durationMillis()).isEqualTo(60_000);
    assertThat(limitPolicy.whenDegraded()).isEqualTo(WhenDegraded.LOCAL);
  }

  @Test
  void changingTheDegradedBehaviourKeepsTheRest() {
    LimitPolicy limitPolicy =
        LimitPolicy.of(100, Duration.ofMinutes(1)).withWhenDegraded(WhenDegraded.CLOSED);

    assertThat(limitPolicy).isEqualTo(new LimitPolicy(100, 60_000, WhenDegraded.CLOSED));
  }

  @Test
  void anExactWindowKeepsTheRest() {
    LimitPolicy limitPolicy = LimitPolicy.of(64, Duration.ofMinutes(1)).withExactWindow();

    assertThat(limitPolicy.exactWindow()).isTrue();
    assertThat(limitPolicy.withWhenDegraded(WhenDegraded.OPEN))
        .isEqualTo(new LimitPolicy(64, 60_000, WhenDegraded.OPEN, true));
    assertThat(LimitPolicy.of(64, Duration.ofMinutes(1)).exactWindow()).isFalse();
  }

  @Test
  void aLargeAmountIsRefusedAnExactWindow() {
    LimitPolicy large = LimitPolicy.of(65, Duration.ofMinutes(1));

    assertThatThrownBy(large::withExactWindow)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a limit with an exact window must be 0 to 64, but was 65");
    assertThat(large.withExactWindowIfSmall()).isEqualTo(large);
    assertThat(
            LimitPolicy.of(64, Duration.ofMinutes(1)).withExactWindowIfSmall().exactWindow())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, Long.MAX_VALUE})
  void anyAmountFrom0Up(long amount) {
    assertThat(LimitPolicy.of(amount, Duration.ofSeconds(1)).amount()).isEqualTo(amount);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE})
  void aNegativeAmountIsRefusedByName(long amount) {
    assertThatThrownBy(() -> LimitPolicy.of(amount, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("limit must be 0 to 9223372036854775807, but was " + amount);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1S", "PT1.001S", "P30D"})
  void anyDurationFromASecondToThirtyDays(String duration) {
    Duration given = Duration.parse(duration);

    assertThat(LimitPolicy.of(1, given).durationMillis()).isEqualTo(given.toMillis());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 999, -60_000, 2_592_000_001L, Long.MAX_VALUE, Long.MIN_VALUE})
  void anyOtherNumberOfMillisecondsIsRefusedByNameWithItsRange(long millis) {
    assertThatThrownBy(() -> new LimitPolicy(1, millis, WhenDegraded.LOCAL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "duration must be 1000 to 2592000000 ms (1 s to 30 days), but was " + millis + " ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT0S", "PT0.999S", "PT-0.001S", "PT-1.5S", "PT720H0.001S", "P36500D"})
  void anyOtherDurationIsRefusedByNameWithItsRange(String duration) {
    Duration given = Duration.parse(duration);

    assertThatThrownBy(() -> LimitPolicy.of(1, given))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("duration must be 1000 to 2592000000 ms (1 s to 30 days), but was "
            + given.toMillis() + " ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT2562047788015215H30M7S", "PT-2562047788015215H-30M-8S"})
  void aDurationThatOverflowsMillisecondsIsRefusedAsItWasGiven(String duration) {
    assertThatThrownBy(() -> LimitPolicy.of(1, Duration.parse(duration)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("duration must be 1000 to 2592000000 ms (1 s to 30 days), but was " + duration);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PT1.0005S", "PT0.000000001S", "PT-0.000000001S"})
  void aFractionOfAMillisecondIsRefusedAndNotTruncated(String duration) {
    assertThatThrownBy(() -> LimitPolicy.of(1, Duration.parse(duration)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("duration must be whole milliseconds, but was " + duration);
  }
}
