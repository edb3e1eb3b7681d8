// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.run;

import java.util.List;

/** Something happened in a simulation that must never happen. */
public final class InvariantViolated extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long seed;
  private final String description;
  private final String[] lastEvents;

  /**
   * What to know of it.
   *
   * @param seed the seed that shows it again
   * @param description what was violated, in a sentence
   * @param lastEvents what happened before, the latest last
   */
  public InvariantViolated(long seed, String description, List<String> lastEvents) {
    super("seed " + seed + ": " + description);
    this.seed = seed;
    this.description = description;
    this.lastEvents = lastEvents.toArray(new String[0]);
  }

  /** The seed that shows it again. */
  public long seed() {
    return seed;
  }

  /** What was violated, in a sentence. */
  public String description() {
    return description;
  }

  /** What happened before, the latest last. */
  public List<String> lastEvents() {
    return List.of(lastEvents);
  }
}
