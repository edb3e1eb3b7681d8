// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.run;

/** Receives the progress of a run. Called often, and only by the thread that executes the run. */
@FunctionalInterface
public interface RunProgress {

  /**
   * Reports the current progress.
   *
   * @param virtualMillis the virtual time that has passed
   * @param checks the number of checks decided so far
   */
  void at(long virtualMillis, long checks);
}
