// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.LimitPolicy;
import io.weir.simulator.result.Run.Excess;
import io.weir.simulator.traffic.Spender;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ExcessMeterTest {
  private static final long MINUTE = 60_000;

  private final ExcessMeter meter = new ExcessMeter(2);
  private final Spender one = new Spender(0, "w", LimitPolicy.of(100, Duration.ofMinutes(1)));
  private final Spender other = new Spender(1, "w", LimitPolicy.of(1_000, Duration.ofMinutes(1)));

  @Test
  void withoutAdmissionsThereIsNoExcess() {
    assertThat(meter.finish()).isEqualTo(new Excess(0, 0, 0, 0));
  }

  @Test
  void eachWindowCountsOnceWithItsHighestValue() {
    meter.record(one, 50, MINUTE);
    meter.record(one, 130, MINUTE + 1);
    meter.record(one, 110, MINUTE + 2);
    meter.record(other, 1_100, MINUTE + 2);
    meter.record(one, 100, 2 * MINUTE);

    Excess excess = meter.finish();

    assertThat(excess.windows()).isEqualTo(3);
    assertThat(excess.worst()).isEqualTo(0.3, within(1e-9));
    assertThat(excess.p99()).isEqualTo(0.3, within(1e-9));
    assertThat(excess.mean()).isEqualTo((0.3 + 0.1 + 0) / 3, within(1e-9));
  }

  @Test
  void stayingWithinTheLimitCountsAsZero() {
    meter.record(one, 1, MINUTE);
    meter.record(one, 200, 2 * MINUTE);

    assertThat(meter.finish().mean()).isEqualTo(0.5, within(1e-9));
  }

  @Test
  void theWorstWindowIsNotThe99thPercentile() {
    for (int window = 0; window < 99; window++) {
      meter.record(one, 105, window * MINUTE);
    }
    meter.record(one, 300, 99 * MINUTE);

    Excess excess = meter.finish();

    assertThat(excess.windows()).isEqualTo(100);
    assertThat(excess.worst()).isEqualTo(2);
    assertThat(excess.p99()).isEqualTo(0.05, within(1e-9));
  }

  @Test
  void roundedFiguresNeverExceedTheWorst() {
    Spender rich = new Spender(0, "w", LimitPolicy.of(100_000, Duration.ofMinutes(1)));
    meter.record(rich, 100_001, MINUTE);

    Excess excess = meter.finish();

    assertThat(excess.worst()).isEqualTo(0.000_01, within(1e-9));
    assertThat(excess.p99()).isEqualTo(excess.worst());
    assertThat(excess.mean()).isEqualTo(excess.worst());
  }
}
