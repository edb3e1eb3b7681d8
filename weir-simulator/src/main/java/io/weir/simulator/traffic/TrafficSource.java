// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

import java.util.List;
import java.util.function.Consumer;

/**
 * Generates the checks of one simulation as time passes. The same context gives the same checks, unless the source
 * reacts to decisions.
 */
public interface TrafficSource {

  /** Returns all spenders, by number. */
  List<Spender> spenders();

  /** Generates the checks due after the last call and up to this instant, the earliest first. */
  void generateUntil(long epochMillis, Consumer<SimulatedCheck> sink);

  /** Receives the decision on a check. Only adaptive sources need it. */
  default void decided(SimulatedCheck simulatedCheck, boolean allowed) {}
}
