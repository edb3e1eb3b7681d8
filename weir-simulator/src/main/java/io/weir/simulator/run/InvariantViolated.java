// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.run;

import java.util.List;

/** Thrown when a simulation violates an invariant. */
public final class InvariantViolated extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long seed;
  private final String description;
  private final String[] lastEvents;

  /**
   * Creates an exception.
   *
   * @param seed the seed that reproduces the violation
   * @param description the violated invariant, in a sentence
   * @param lastEvents the events before the violation, the latest last
   */
  public InvariantViolated(long seed, String description, List<String> lastEvents) {
    super("seed " + seed + ": " + description);
    this.seed = seed;
    this.description = description;
    this.lastEvents = lastEvents.toArray(new String[0]);
  }

  /** Returns the seed that reproduces the violation. */
  public long seed() {
    return seed;
  }

  /** Returns a description of the violation, in a sentence. */
  public String description() {
    return description;
  }

  /** Returns the events before the violation, the latest last. */
  public List<String> lastEvents() {
    return List.of(lastEvents);
  }
}
