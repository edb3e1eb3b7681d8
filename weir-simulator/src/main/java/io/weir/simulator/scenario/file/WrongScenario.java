// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import java.util.List;

/** A scenario file that can't be used, with all its faults. */
public final class WrongScenario extends Exception {
  private static final long serialVersionUID = 1L;

  private final String[] complaints;

  WrongScenario(List<String> complaints) {
    super(String.join("; ", complaints));
    this.complaints = complaints.toArray(new String[0]);
  }

  /** What is wrong, a sentence for each, by line. */
  public List<String> complaints() {
    return List.of(complaints);
  }
}
