// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.traffic.TrafficShape;
import java.util.List;

/**
 * A scenario to simulate: the traffic, the fleet and the faults.
 *
 * @param name the name of the scenario
 * @param title what it shows, in a sentence
 * @param shape the traffic shape
 * @param loads the offered loads: one run for each
 * @param topology the regions and the network delays between them
 * @param span the time span
 * @param faults the injected faults
 */
public record Scenario(
    String name,
    String title,
    TrafficShape shape,
    List<Double> loads,
    Topology topology,
    TimeSpan span,
    List<SimulatedFault> faults) {

  /**
   * The regions of a fleet and its network delays.
   *
   * @param regions the number of regions
   * @param nodes the number of processes per region
   * @param near the one-way delay between a process and its origin
   * @param far the one-way delay between a process and the ledger
   */
  public record Topology(int regions, int nodes, Delay near, Delay far) {}

  /**
   * The delay of a message.
   *
   * @param minMillis the minimum
   * @param maxMillis the maximum
   */
  public record Delay(long minMillis, long maxMillis) {}

  /**
   * The time span of a simulation.
   *
   * @param startMillis the Unix millisecond at which traffic starts
   * @param millis the duration of the traffic
   * @param tickMillis the length of a simulation step
   */
  public record TimeSpan(long startMillis, long millis, long tickMillis) {}
}
