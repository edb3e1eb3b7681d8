// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.gate;

import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** The memory of a head, or of a frame, that can't be handed on before its end has come. Lives on one event loop. */
final class UnfinishedHead {
  private final Gate gate;

  /** There while a connection waits for the rest of one. */
  private @Nullable Claim claim;

  UnfinishedHead(Gate gate) {
    this.gate = gate;
  }

  /** So much has come of it, and no more for the moment. When all of them take too much, the oldest ends its connection. */
  void hold(Channel channel, long bytes) {
    if (bytes == 0) {
      finish();
      return;
    }
    Claim held = claim;
    if (held == null) {
      held = gate.heads().enter(() -> {
        gate.shed();
        var unusedEnd = channel.close();
      });
      claim = held;
    }
    // No more than that is kept. What comes beyond it is thrown away, and must not make others give
    // way.
    if (!held.hold(Math.min(bytes, gate.mostOfHead()))) {
      var unusedEnd = channel.close();
    }
  }

  /** Its end has come. */
  void finish() {
    Claim held = claim;
    if (held != null) {
      claim = null;
      held.leave();
    }
  }
}
