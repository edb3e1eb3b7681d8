// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario.file;

import java.util.List;

/** Thrown when a scenario file is invalid. Lists all its errors. */
public final class InvalidScenario extends Exception {
  private static final long serialVersionUID = 1L;

  private final String[] errors;

  InvalidScenario(List<String> errors) {
    super(String.join("; ", errors));
    this.errors = errors.toArray(new String[0]);
  }

  /** Returns the errors, one sentence each, ordered by line. */
  public List<String> errors() {
    return List.of(errors);
  }
}
