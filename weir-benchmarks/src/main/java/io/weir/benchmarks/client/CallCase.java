// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

import io.weir.benchmarks.client.contender.ExpectedOutcome;
import io.weir.benchmarks.client.contender.StarterContender;
import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.trial.Trial;
import java.util.List;
import java.util.stream.Stream;

/**
 * One case that every contender is measured in.
 *
 * @param what what is limited
 * @param method the benchmark of the case, without a contender
 * @param subjects how many identifiers are checked in turn
 * @param outcome whether the limiter allows or refuses
 */
record CallCase(String what, Trial method, int subjects, ExpectedOutcome outcome) {
  private static final int MANY = 10_000;

  /** Requests limited by client address. */
  static List<CallCase> requests() {
    Trial request = Trial.of(FilterBenchmark.class, "request").with("form", "address");
    return Stream.of(1, MANY)
        .flatMap(addresses -> both(
            addresses == 1 ? "one address" : FigureFormat.count(addresses) + " addresses",
            request,
            addresses))
        .toList();
  }

  /** Calls with and without a key. */
  static List<CallCase> calls() {
    Trial shared = Trial.of(CallBenchmark.class, "shared");
    Trial own = Trial.of(CallBenchmark.class, "own");
    return Stream.concat(
            both("no key", shared, 1),
            both("key, " + FigureFormat.count(MANY) + " customers", own, MANY))
        .toList();
  }

  private static Stream<CallCase> both(String what, Trial method, int subjects) {
    return Stream.of(ExpectedOutcome.values())
        .map(expectedOutcome -> new CallCase(what, method, subjects, expectedOutcome));
  }

  Trial of(StarterContender starterContender) {
    return method
        .with("subjects", String.valueOf(subjects))
        .with("contender", starterContender.name())
        .with("outcome", outcome.name());
  }

  String text() {
    return what + (outcome == ExpectedOutcome.ALLOW ? ", allow" : ", refuse");
  }
}
