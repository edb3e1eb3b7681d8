// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/** The memory of a head, or of a frame, that can't be handed on before its end has come. Lives on one event loop. */
final class PendingHead {
  private final LoadShedder shedder;

  /** There while a connection waits for the rest of one. */
  private @Nullable ResourceClaim resourceClaim;

  PendingHead(LoadShedder shedder) {
    this.shedder = shedder;
  }

  /** So much has come of it, and no more for the moment. When all of them take too much, the oldest ends its connection. */
  void reserve(Channel channel, long bytes) {
    if (bytes == 0) {
      finish();
      return;
    }
    ResourceClaim held = resourceClaim;
    if (held == null) {
      held = shedder.heads().enter(() -> {
        shedder.onShed();
        var unusedEnd = channel.close();
      });
      resourceClaim = held;
    }
    // No more than that is kept. What comes beyond it is thrown away, and must not make others give
    // way.
    if (!held.reserve(Math.min(bytes, shedder.maxHeadBytes()))) {
      var unusedEnd = channel.close();
    }
  }

  /** Its end has come. */
  void finish() {
    ResourceClaim held = resourceClaim;
    if (held != null) {
      resourceClaim = null;
      held.release();
    }
  }
}
