// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeasuredTest {
  @Test
  void roundsAreSummarizedByMedianAndSpread() {
    TrialResult trialResult = new TrialResult(List.of(12.0, 10.0, 99.0), List.of(64.0, 64.1, 64.0));

    assertThat(trialResult.medianNanos()).isEqualTo(12);
    assertThat(trialResult.spread()).isEqualTo("10.0..99.0");
    assertThat(trialResult.medianBytes()).isEqualTo(64);
  }

  @Test
  void bytesOfTheProfilerAreNotCounted() {
    assertThat(new TrialResult(List.of(1.0), List.of(0.02)).medianBytes()).isZero();
  }

  @Test
  void anUnmeasuredTrialHasNoResult() {
    assertThat(TrialResult.NOTHING.isPresent()).isFalse();
    assertThat(TrialResult.NOTHING.spread()).isEqualTo("-");
    assertThat(TrialResult.NOTHING.medianNanos()).isNaN();
  }
}
