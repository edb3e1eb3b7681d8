// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client.contender;

/** What every call but the first of an identifier gets. */
public enum ExpectedOutcome {
  ALLOW(ExpectedOutcome.WIDE),
  REFUSE(ExpectedOutcome.NARROW);

  /** More than is ever asked for: as much as the peer takes whose limit is an int. */
  static final int WIDE = Integer.MAX_VALUE;

  static final int NARROW = 1;

  /** The length of a window, with what all contenders read as a unit: nothing starts over while it is measured. */
  static final String WINDOW = "30d";

  private final int limit;

  ExpectedOutcome(int limit) {
    this.limit = limit;
  }

  int limit() {
    return limit;
  }
}
