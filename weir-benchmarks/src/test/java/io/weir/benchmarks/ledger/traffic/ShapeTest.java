// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ShapeTest {
  private static final Shape SHAPE = new Shape(20_000, 10, 7);

  private final List<Spender> all = SHAPE.draw();

  @Test
  void oneIn20SubjectsIsSharedAndOneIn10IsHot() {
    assertThat(share(Spender::isShared)).isCloseTo(0.05, within(0.01));
    assertThat(share(Spender::isHot)).isCloseTo(0.10, within(0.01));
    assertThat(share(spender -> spender.branches().size() == 3)).isCloseTo(0.01, within(0.005));
  }

  @Test
  void windowsAndLimitsHaveTheirFrequencies() {
    assertThat(share(spender -> spender.limit().durationMillis() == 60_000))
        .isCloseTo(0.60, within(0.02));
    assertThat(share(spender -> spender.limit().durationMillis() == 86_400_000))
        .isCloseTo(0.05, within(0.01));
    assertThat(share(spender -> spender.limit().amount() == 10)).isCloseTo(0.33, within(0.02));
  }

  @Test
  void theSharesOfASubjectsRegionsAddUp() {
    assertThat(all).allSatisfy(spender -> {
      assertThat(spender.branches().stream().map(Spender.Branch::region))
          .doesNotHaveDuplicates()
          .allSatisfy(region -> assertThat(region).isBetween(0, 9));
      assertThat(spender.branches().stream().mapToDouble(Spender.Branch::share).sum())
          .isCloseTo(1, within(1e-9));
    });
  }

  @Test
  void theSeedDeterminesTheSubjects() {
    assertThat(SHAPE.draw()).isEqualTo(all);
    assertThat(new Shape(20_000, 10, 8).draw()).isNotEqualTo(all);
  }

  private double share(Predicate<Spender> of) {
    return all.stream().filter(of).count() / (double) all.size();
  }
}
