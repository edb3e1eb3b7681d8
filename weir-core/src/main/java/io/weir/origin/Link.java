// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.Observer;
import io.weir.Self;

/**
 * One process's link to its region's origin: what the reader, the publisher and the heartbeat share.
 *
 * @param origin the store
 * @param breaker spares it when it is down
 * @param options the pace
 * @param self who speaks
 */
public record Link(Origin origin, Breaker breaker, OriginOptions options, Self self) {

  Observer observer() {
    return self.observer();
  }

  long epochMillis() {
    return self.epochMillis();
  }

  long elapsedMillis() {
    return self.elapsedMillis();
  }

  /** A call was answered. */
  void answered(String what) {
    breaker.succeeded();
    observer().changed(Observer.Dependency.ORIGIN, true, what);
  }

  /** A call failed or was not answered in time. */
  void failed(String why) {
    breaker.failed();
    observer().changed(Observer.Dependency.ORIGIN, false, why);
  }
}
