// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import java.util.List;

/** A scenario file that can't be used, with all its faults. */
public final class InvalidScenario extends Exception {
  private static final long serialVersionUID = 1L;

  private final String[] errors;

  InvalidScenario(List<String> errors) {
    super(String.join("; ", errors));
    this.errors = errors.toArray(new String[0]);
  }

  /** What is wrong, a sentence for each, by line. */
  public List<String> errors() {
    return List.of(errors);
  }
}
