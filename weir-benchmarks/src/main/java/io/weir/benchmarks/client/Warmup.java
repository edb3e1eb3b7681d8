// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

/** How warm a contender is before its time is taken. */
final class Warmup {
  /*
   * The benchmark tool warms up for a while. Of two contenders the slower one is called less often meanwhile, so more of it
   * is still interpreted, and it seems slower yet. So all are called as often before that: more often than the compiler
   * waits for, and for some seconds at most.
   */
  static final int CALLS = 20_000;

  private Warmup() {}
}
