// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.result;

import java.util.List;

/**
 * What came out of a simulation.
 *
 * @param scenario its name
 * @param title what it shows, in a sentence
 * @param regions how many regions there were
 * @param nodes how many processes in each
 * @param seed where every random number descended from
 * @param virtualMillis how much time passed in each run
 * @param runs one for each contender and load
 */
public record SimulationResult(
    String scenario,
    String title,
    int regions,
    int nodes,
    long seed,
    long virtualMillis,
    List<Run> runs) {}
