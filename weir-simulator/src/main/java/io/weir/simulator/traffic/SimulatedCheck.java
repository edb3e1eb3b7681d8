// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

/**
 * One check, or a batch of two on one spender.
 *
 * @param spender who spends
 * @param region the number of the region where it asks
 * @param processDraw 0 (included) to 1 (excluded): which of the region's processes is asked
 * @param cost how much it wants to spend, in all
 * @param isBatch whether it asks by a batch of two checks, which share the cost
 */
public record SimulatedCheck(
    Spender spender, int region, double processDraw, long cost, boolean isBatch) {

  /** One check. */
  public SimulatedCheck(Spender spender, int region, double processDraw, long cost) {
    this(spender, region, processDraw, cost, false);
  }
}
