// SPDX-License-Identifier: Apache-2.0
package io.weir.reset;

import io.weir.Observer.Dependency;
import java.util.Map;
import java.util.Set;

/**
 * The outcome of a reset. This process counts from zero in any case.
 *
 * @param epoch the new epoch, in Unix milliseconds
 * @param taken the stores that have the reset: all processes that share them count from zero within a second
 * @param pending the stores that could not be reached, each with the reason: the reset is written to them in the
 *     background
 */
public record ResetResult(long epoch, Set<Dependency> taken, Map<Dependency, String> pending) {
  public ResetResult {
    taken = Set.copyOf(taken);
    pending = Map.copyOf(pending);
  }

  /** Whether every store of this process has the reset. */
  public boolean isComplete() {
    return pending.isEmpty();
  }
}
