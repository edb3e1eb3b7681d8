// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.weir.benchmarks.client.contender.ExpectedOutcome;
import io.weir.benchmarks.client.contender.StarterContender;
import io.weir.benchmarks.trial.Identifiers;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Verifies that no contender is measured while inactive: with a limit of one, a benchmark starts only if the second
 * call is refused.
 */
class ContendersTest {
  @ParameterizedTest
  @EnumSource(names = {"WEIR", "BUCKET4J"})
  void everyFilterRefuses(StarterContender starterContender) {
    FilterBenchmark benchmark = new FilterBenchmark();
    benchmark.contender = starterContender;
    benchmark.outcome = ExpectedOutcome.REFUSE;

    assertThatCode(() -> benchmark.start(identifiers("address"))).doesNotThrowAnyException();
    benchmark.stop();
  }

  @ParameterizedTest
  @EnumSource(names = {"WEIR", "BUCKET4J", "RESILIENCE4J"})
  void everyAnnotationRefuses(StarterContender starterContender) {
    CallBenchmark benchmark = new CallBenchmark();
    benchmark.contender = starterContender;
    benchmark.outcome = ExpectedOutcome.REFUSE;

    assertThatCode(() -> benchmark.start(identifiers("customer"))).doesNotThrowAnyException();
    benchmark.stop();
  }

  private static Identifiers identifiers(String form) {
    Identifiers identifiers = new Identifiers();
    identifiers.subjects = 3;
    identifiers.form = form;
    identifiers.make();
    return identifiers;
  }
}
