// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.scenario;

import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.traffic.TrafficShape;
import java.util.List;

/**
 * What is simulated.
 *
 * @param name what it is called
 * @param title what it shows, in a sentence
 * @param shape its traffic
 * @param loads how much is offered: one run for each
 * @param topology the regions and the ways between them
 * @param span how long it lasts
 * @param faults what goes wrong meanwhile
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
   * The regions and the ways between them.
   *
   * @param regions how many
   * @param nodes how many processes in each
   * @param near one way between a process and its origin
   * @param far one way between a process and the ledger
   */
  public record Topology(int regions, int nodes, Delay near, Delay far) {}

  /**
   * How long a message is on its way.
   *
   * @param minMillis at least
   * @param maxMillis at most
   */
  public record Delay(long minMillis, long maxMillis) {}

  /**
   * When, and for how long.
   *
   * @param startMillis the Unix millisecond at which traffic begins
   * @param millis how long it goes on
   * @param tickMillis how fine time is
   */
  public record TimeSpan(long startMillis, long millis, long tickMillis) {}
}
