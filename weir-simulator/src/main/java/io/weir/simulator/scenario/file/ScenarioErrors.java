// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What is wrong with a file so far. */
final class ScenarioErrors {
  private final List<LineError> all = new ArrayList<>();

  private record LineError(int line, String text) {
    @Override
    public String toString() {
      return line == Integer.MAX_VALUE ? text : "line " + line + ": " + text;
    }
  }

  /** Something is wrong with this line or, if it is 0, with the whole file. */
  void add(int line, String text) {
    all.add(new LineError(line == 0 ? Integer.MAX_VALUE : line, text));
  }

  /** Refuses a file that has any. */
  void throwIfAny() throws InvalidScenario {
    if (!all.isEmpty()) {
      throw new InvalidScenario(all.stream()
          .sorted(Comparator.comparingInt(LineError::line))
          .map(LineError::toString)
          .toList());
    }
  }
}
