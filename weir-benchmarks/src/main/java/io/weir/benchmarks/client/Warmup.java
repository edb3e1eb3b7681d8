// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

/** How many calls a contender gets before it is measured. */
final class Warmup {
  /*
   * The benchmark tool warms up for a fixed time. Within that time it calls a slower contender less often, so more of
   * the slower contender is still interpreted and it seems even slower. Therefore each contender first gets the same
   * number of calls: more than the compiler's threshold, and a few seconds at most.
   */
  static final int CALLS = 20_000;

  private Warmup() {}
}
