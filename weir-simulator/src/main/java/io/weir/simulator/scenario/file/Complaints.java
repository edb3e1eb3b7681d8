// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What is wrong with a file so far. */
final class Complaints {
  private final List<Complaint> all = new ArrayList<>();

  private record Complaint(int line, String text) {
    @Override
    public String toString() {
      return line == Integer.MAX_VALUE ? text : "line " + line + ": " + text;
    }
  }

  /** Something is wrong with this line or, if it is 0, with the whole file. */
  void add(int line, String text) {
    all.add(new Complaint(line == 0 ? Integer.MAX_VALUE : line, text));
  }

  /** Refuses a file that has any. */
  void refuse() throws WrongScenario {
    if (!all.isEmpty()) {
      throw new WrongScenario(all.stream()
          .sorted(Comparator.comparingInt(Complaint::line))
          .map(Complaint::toString)
          .toList());
    }
  }
}
