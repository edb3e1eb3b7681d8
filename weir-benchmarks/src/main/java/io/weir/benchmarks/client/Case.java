// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

import io.weir.benchmarks.client.contender.Contender;
import io.weir.benchmarks.client.contender.Outcome;
import io.weir.benchmarks.report.Figures;
import io.weir.benchmarks.trial.Trial;
import java.util.List;
import java.util.stream.Stream;

/**
 * One situation that contenders are put in.
 *
 * @param what what is limited
 * @param method the benchmark for it, without its contender
 * @param subjects how many identifiers ask in turn
 * @param outcome what they get
 */
record Case(String what, Trial method, int subjects, Outcome outcome) {
  private static final int MANY = 10_000;

  /** Requests by address. */
  static List<Case> requests() {
    Trial request = Trial.of(FilterBenchmark.class, "request").with("form", "address");
    return Stream.of(1, MANY)
        .flatMap(addresses -> both(
            addresses == 1 ? "one address" : Figures.count(addresses) + " addresses",
            request,
            addresses))
        .toList();
  }

  /** Calls with and without a key. */
  static List<Case> calls() {
    Trial shared = Trial.of(CallBenchmark.class, "shared");
    Trial own = Trial.of(CallBenchmark.class, "own");
    return Stream.concat(
            both("no key", shared, 1),
            both("key, " + Figures.count(MANY) + " customers", own, MANY))
        .toList();
  }

  private static Stream<Case> both(String what, Trial method, int subjects) {
    return Stream.of(Outcome.values()).map(outcome -> new Case(what, method, subjects, outcome));
  }

  Trial of(Contender contender) {
    return method
        .with("subjects", String.valueOf(subjects))
        .with("contender", contender.name())
        .with("outcome", outcome.name());
  }

  String text() {
    return what + (outcome == Outcome.ALLOW ? ", allow" : ", refuse");
  }
}
