// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.run;

/** Hears how far a run is. Called often, and only by the thread that runs. */
@FunctionalInterface
public interface RunProgress {

  /**
   * So far.
   *
   * @param virtualMillis how much time has passed in the simulation
   * @param checks how many checks were decided
   */
  void at(long virtualMillis, long checks);
}
