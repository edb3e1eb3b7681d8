// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.weir.spring.fault.InvalidConfigException;
import io.weir.spring.monitoring.ServerProbe;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Asks the server once, when the application starts. A root key that it does not accept is a mistake that no waiting
 * heals, so the start fails. A server that does not answer may do so later, and the application has to start without
 * it.
 */
final class KeyVerification {
  private static final Logger LOG = System.getLogger(KeyVerification.class.getName());

  private KeyVerification() {}

  static void run(ServerProbe probe) {
    ServerProbe.State state = probe.probeWithFullTimeout();
    if (state.isKeyRefused()) {
      throw new InvalidConfigException(
          "the properties under weir",
          List.of("weir.server.root-key is not accepted by " + probe.address() + ": "
              + state.reason() + " (set weir.server.verify-key=false to start anyway)"));
    }
    if (!state.available()) {
      LOG.log(
          Level.WARNING,
          "The root key could not be verified at {0}; starting anyway: {1}",
          probe.address(),
          state.reason());
    }
  }
}
