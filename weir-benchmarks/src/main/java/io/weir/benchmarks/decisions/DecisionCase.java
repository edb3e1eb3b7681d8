// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.decisions;

import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.trial.Trial;
import java.util.ArrayList;
import java.util.List;

/**
 * One case that every contender is measured in.
 *
 * @param subjects how many identifiers are checked
 * @param outcome "allow" or "refuse"
 * @param threads how many threads check concurrently
 */
record DecisionCase(int subjects, String outcome, int threads) {

  /** All combinations of the parameters. */
  static List<DecisionCase> all() {
    List<DecisionCase> cases = new ArrayList<>();
    for (int subjects : new int[] {1, 1_000, 1_000_000}) {
      for (String outcome : List.of("allow", "refuse")) {
        for (int threads : new int[] {1, 2}) {
          cases.add(new DecisionCase(subjects, outcome, threads));
        }
      }
    }
    return cases;
  }

  boolean isHot() {
    return subjects == 1;
  }

  boolean isRefusal() {
    return outcome.equals("refuse");
  }

  Trial of(Trial trial) {
    return trial
        .with("subjects", String.valueOf(subjects))
        .with("outcome", outcome)
        .on(threads);
  }

  String text() {
    return (isHot() ? "hot subject" : FigureFormat.count(subjects) + " subjects") + ", " + outcome
        + ", " + (threads == 1 ? "1 thread" : threads + " threads");
  }
}
