// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.autoconfigure;

import io.weir.spring.fault.InvalidConfigException;
import io.weir.spring.monitoring.ServerProbe;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Verifies the root key with one request to the server when the application starts. A rejected root key cannot be
 * resolved by waiting, so the start fails. A server that does not respond may become available later, so the
 * application starts without it.
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
