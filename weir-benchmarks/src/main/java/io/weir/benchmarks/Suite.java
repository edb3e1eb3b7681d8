// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks;

import io.weir.benchmarks.decisions.Decisions;
import io.weir.benchmarks.report.Report;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** What can be measured, by the name it is asked for with. */
enum Suite {
  DECISIONS("nanoseconds and bytes per decision, next to other limiters") {
    @Override
    Report run(Arguments arguments, PrintStream progress) {
      return Decisions.run(arguments.quick(), progress);
    }
  };

  private final String summary;

  Suite(String summary) {
    this.summary = summary;
  }

  abstract Report run(Arguments arguments, PrintStream progress);

  static Optional<Suite> named(String name) {
    return Stream.of(values()).filter(suite -> suite.label().equals(name)).findAny();
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  String summary() {
    return summary;
  }
}
