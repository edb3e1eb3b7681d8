// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

/**
 * A check of a spender, or a batch of two checks of the same spender.
 *
 * @param spender the spender
 * @param region the number of the region that receives the check
 * @param processDraw a random number from 0 (inclusive) to 1 (exclusive) that selects the region's process
 * @param cost the total cost
 * @param isBatch whether it is a batch of two checks, which share the cost
 */
public record SimulatedCheck(
    Spender spender, int region, double processDraw, long cost, boolean isBatch) {

  /** Creates a single check. */
  public SimulatedCheck(Spender spender, int region, double processDraw, long cost) {
    this(spender, region, processDraw, cost, false);
  }
}
