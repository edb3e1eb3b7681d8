// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.result;

import java.util.List;

/**
 * The results of a simulation.
 *
 * @param scenario the name of the scenario
 * @param title what the scenario shows, in a sentence
 * @param regions the number of regions
 * @param nodes the number of processes per region
 * @param seed the seed of all random numbers
 * @param virtualMillis the virtual duration of each run
 * @param runs one result for each contender and load
 */
public record SimulationResult(
    String scenario,
    String title,
    int regions,
    int nodes,
    long seed,
    long virtualMillis,
    List<Run> runs) {}
