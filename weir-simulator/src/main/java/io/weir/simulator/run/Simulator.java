// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.run;

import io.weir.simulator.result.Run;

/** Runs simulations. */
@FunctionalInterface
public interface Simulator {

  /**
   * Runs one from its start to its end. The same task always has the same outcome.
   *
   * @throws InvariantViolated when something happened that must never happen
   */
  Run run(RunTask runTask, RunProgress runProgress);
}
