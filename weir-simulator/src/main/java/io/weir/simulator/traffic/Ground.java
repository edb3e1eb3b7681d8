// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

/**
 * Where traffic takes place.
 *
 * @param regions how many regions there are
 * @param startMillis the Unix millisecond at which it begins
 * @param millis how long it lasts
 * @param seed where every random number descends from
 */
public record Ground(int regions, long startMillis, long millis, long seed) {}
