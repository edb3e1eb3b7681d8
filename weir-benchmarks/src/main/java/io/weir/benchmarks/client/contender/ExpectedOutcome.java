// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

/** The outcome of every call of an identifier after its first. */
public enum ExpectedOutcome {
  ALLOW(ExpectedOutcome.WIDE),
  REFUSE(ExpectedOutcome.NARROW);

  /** A limit that is never reached: the maximum of the contender whose limit is an int. */
  static final int WIDE = Integer.MAX_VALUE;

  static final int NARROW = 1;

  /**
   * The length of a window, in a notation that all contenders accept. Long enough that no window ends during a
   * measurement.
   */
  static final String WINDOW = "30d";

  private final int limit;

  ExpectedOutcome(int limit) {
    this.limit = limit;
  }

  int limit() {
    return limit;
  }
}
