// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.bound;

/**
 * A fleet and traffic drawn from a seed, and what came of it.
 *
 * @param seed where both were drawn from
 * @param description the fleet and its traffic, in words
 * @param measured how far the limit was exceeded at most, in limits
 * @param bound how far it may be
 */
public record BoundTrial(long seed, String description, double measured, double bound) {

  /** How much of what the bound allows was used; above 1, the bound is wrong. */
  public double share() {
    return measured == 0 ? 0 : measured / bound;
  }
}
