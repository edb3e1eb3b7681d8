// SPDX-License-Identifier: Apache-2.0
package io.weir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SeededCasesTest {

  @Test
  void theSameSeedDrawsTheSameCases() {
    List<Long> first = new ArrayList<>();
    List<Long> second = new ArrayList<>();

    SeededCases.cases(50, random -> first.add(random.nextLong()));
    SeededCases.cases(50, random -> second.add(random.nextLong()));

    assertThat(second).isEqualTo(first).doesNotHaveDuplicates().hasSize(50);
  }

  @Test
  void aFailureNamesTheSeedTheCaseAndTheReason() {
    int[] calls = {0};

    assertThatThrownBy(() -> SeededCases.cases(10, random -> {
          if (calls[0]++ == 7) {
            throw new AssertionError("seven is too many");
          }
        }))
        .isInstanceOf(AssertionError.class)
        .hasMessage("case 7 of 10 with -Dweir.seed=" + SeededCases.seed() + ": seven is too many");
  }

  @Test
  void anExceptionIsReportedAsAFailure() {
    assertThatThrownBy(() -> SeededCases.cases(1, random -> {
          throw new ArithmeticException("wrapped");
        }))
        .isInstanceOf(AssertionError.class)
        .hasCauseInstanceOf(ArithmeticException.class);
  }
}
