// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic;

import java.util.List;
import java.util.function.Consumer;

/** The checks of one simulation. Drawn as time goes by, the same ones for the same ground, unless they react to decisions. */
public interface Traffic {

  /** Everybody who may ask, by number. */
  List<Spender> spenders();

  /** Makes the checks that are due after the last call and up to this instant, the earliest first. */
  void until(long epochMillis, Consumer<Ask> desk);

  /** Hears how a check was decided. Only those who adapt to it care. */
  default void decided(Ask ask, boolean allowed) {}
}
