// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

import java.util.List;
import java.util.function.Consumer;

/** The checks of one simulation. Drawn as time goes by, the same ones for the same ground, unless they react to decisions. */
public interface TrafficSource {

  /** Everybody who may ask, by number. */
  List<Spender> spenders();

  /** Makes the checks that are due after the last call and up to this instant, the earliest first. */
  void generateUntil(long epochMillis, Consumer<SimulatedCheck> desk);

  /** Hears how a check was decided. Only those who adapt to it care. */
  default void decided(SimulatedCheck simulatedCheck, boolean allowed) {}
}
