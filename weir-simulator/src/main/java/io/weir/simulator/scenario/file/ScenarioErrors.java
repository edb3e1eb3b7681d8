// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects the errors of a scenario file. */
final class ScenarioErrors {
  private final List<LineError> all = new ArrayList<>();

  private record LineError(int line, String text) {
    @Override
    public String toString() {
      return line == Integer.MAX_VALUE ? text : "line " + line + ": " + text;
    }
  }

  /** Adds an error on this line or, if the line is 0, in the whole file. */
  void add(int line, String text) {
    all.add(new LineError(line == 0 ? Integer.MAX_VALUE : line, text));
  }

  /** Throws an exception if there are errors. */
  void throwIfAny() throws InvalidScenario {
    if (!all.isEmpty()) {
      throw new InvalidScenario(all.stream()
          .sorted(Comparator.comparingInt(LineError::line))
          .map(LineError::toString)
          .toList());
    }
  }
}
