// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

/**
 * One check.
 *
 * @param spender who spends
 * @param region the number of the region where it asks
 * @param where 0 (included) to 1 (excluded): which of the region's processes is asked
 * @param cost how much it wants to spend
 */
public record Ask(Spender spender, int region, double where, long cost) {}
