// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.bound;

/**
 * The result of one random fleet and traffic: the measured over-admission and its bound.
 *
 * @param seed the seed of the fleet and its traffic
 * @param description a description of the fleet and its traffic
 * @param measured the measured maximum over-admission, in limits
 * @param bound the permitted over-admission, in limits
 */
public record BoundTrial(long seed, String description, double measured, double bound) {

  /** Returns the used fraction of the bound; above 1, the bound is wrong. */
  public double share() {
    return measured == 0 ? 0 : measured / bound;
  }
}
