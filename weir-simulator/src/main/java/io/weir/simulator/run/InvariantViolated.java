// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.run;

import java.util.List;

/** Something happened in a simulation that must never happen. */
public final class InvariantViolated extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long seed;
  private final String what;
  private final String[] lastEvents;

  /**
   * What to know of it.
   *
   * @param seed the seed that shows it again
   * @param what what was violated, in a sentence
   * @param lastEvents what happened before, the latest last
   */
  public InvariantViolated(long seed, String what, List<String> lastEvents) {
    super("seed " + seed + ": " + what);
    this.seed = seed;
    this.what = what;
    this.lastEvents = lastEvents.toArray(new String[0]);
  }

  /** The seed that shows it again. */
  public long seed() {
    return seed;
  }

  /** What was violated, in a sentence. */
  public String what() {
    return what;
  }

  /** What happened before, the latest last. */
  public List<String> lastEvents() {
    return List.of(lastEvents);
  }
}
