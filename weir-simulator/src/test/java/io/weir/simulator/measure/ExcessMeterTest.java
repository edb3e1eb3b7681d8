// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.Limit;
import io.weir.simulator.result.Run.Excess;
import io.weir.simulator.traffic.Spender;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ExcessMeterTest {
  private static final long MINUTE = 60_000;

  private final ExcessMeter meter = new ExcessMeter(2);
  private final Spender one = new Spender(0, "w", Limit.of(100, Duration.ofMinutes(1)));
  private final Spender other = new Spender(1, "w", Limit.of(1_000, Duration.ofMinutes(1)));

  @Test
  @DisplayName("where nothing was admitted, nothing is exceeded, and no window counts")
  void nothing() {
    assertThat(meter.end()).isEqualTo(new Excess(0, 0, 0, 0));
  }

  @Test
  @DisplayName("each spender's window counts once, with the highest that it held")
  void windows() {
    meter.held(one, 50, MINUTE);
    meter.held(one, 130, MINUTE + 1);
    meter.held(one, 110, MINUTE + 2);
    meter.held(other, 1_100, MINUTE + 2);
    meter.held(one, 100, 2 * MINUTE);

    Excess excess = meter.end();

    assertThat(excess.windows()).isEqualTo(3);
    assertThat(excess.worst()).isEqualTo(0.3, within(1e-9));
    assertThat(excess.p99()).isEqualTo(0.3, within(1e-9));
    assertThat(excess.mean()).isEqualTo((0.3 + 0.1 + 0) / 3, within(1e-9));
  }

  @Test
  @DisplayName("who stayed within the limit counts as 0, not as less")
  void belowTheLimit() {
    meter.held(one, 1, MINUTE);
    meter.held(one, 200, 2 * MINUTE);

    assertThat(meter.end().mean()).isEqualTo(0.5, within(1e-9));
  }

  @Test
  @DisplayName("the worst of many windows is not the 99th of a hundred")
  void percentile() {
    for (int window = 0; window < 99; window++) {
      meter.held(one, 105, window * MINUTE);
    }
    meter.held(one, 300, 99 * MINUTE);

    Excess excess = meter.end();

    assertThat(excess.windows()).isEqualTo(100);
    assertThat(excess.worst()).isEqualTo(2);
    assertThat(excess.p99()).isEqualTo(0.05, within(1e-9));
  }

  @Test
  @DisplayName("neither the 99th of a hundred nor the average is ever above the worst")
  void roundingGoesNoFurtherThanTheWorst() {
    Spender rich = new Spender(0, "w", Limit.of(100_000, Duration.ofMinutes(1)));
    meter.held(rich, 100_001, MINUTE);

    Excess excess = meter.end();

    assertThat(excess.worst()).isEqualTo(0.000_01, within(1e-9));
    assertThat(excess.p99()).isEqualTo(excess.worst());
    assertThat(excess.mean()).isEqualTo(excess.worst());
  }
}
