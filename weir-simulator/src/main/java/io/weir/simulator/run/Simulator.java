// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.run;

import io.weir.simulator.result.Run;

/** Runs simulations. */
@FunctionalInterface
public interface Simulator {

  /**
   * Runs one simulation from start to end. The same task always gives the same result.
   *
   * @throws InvariantViolated when the run violates an invariant
   */
  Run run(RunTask runTask, RunProgress runProgress);
}
