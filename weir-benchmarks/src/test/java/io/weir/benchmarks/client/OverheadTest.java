// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.trial.TrialResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class OverheadTest {
  private static final TrialResult NONE = measured(100, 64);

  @Test
  void theCostWithoutALimiterIsNotItsOverhead() {
    AddedCost addedCost = new AddedCost(measured(350, 264), NONE);

    assertThat(addedCost.nanos()).isEqualTo(250);
    assertThat(addedCost.bytes()).isEqualTo(200);
  }

  @Test
  void addingLessThanTheOtherIsAFactorAboveOne() {
    assertThat(new AddedCost(measured(350, 264), NONE).over(500)).isEqualTo(2);
  }

  @Test
  void withoutAnAddedCostThereIsNoRatio() {
    assertThat(new AddedCost(NONE, NONE).over(500)).isNaN();
    assertThat(new AddedCost(TrialResult.NOTHING, NONE).over(500)).isNaN();
    assertThat(new AddedCost(measured(350, 264), NONE).over(Double.NaN)).isNaN();
  }

  private static TrialResult measured(double nanos, double bytes) {
    return new TrialResult(List.of(nanos), List.of(bytes));
  }
}
