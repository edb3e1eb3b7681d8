// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import io.netty.channel.Channel;
import org.jspecify.annotations.Nullable;

/**
 * The memory held by a head or frame that has not arrived completely and so cannot be passed on. Confined to one
 * event loop.
 */
final class PendingHead {
  private final LoadShedder shedder;

  /** Present while a connection waits for the rest of a head or frame. */
  private @Nullable ResourceClaim resourceClaim;

  PendingHead(LoadShedder shedder) {
    this.shedder = shedder;
  }

  /**
   * Records how many bytes have arrived so far. When all pending heads together take too much, the oldest one's
   * connection is closed.
   */
  void reserve(Channel channel, long bytes) {
    if (bytes == 0) {
      finish();
      return;
    }
    ResourceClaim held = resourceClaim;
    if (held == null) {
      held = shedder.heads().enter(() -> {
        shedder.onShed();
        var unusedClose = channel.close();
      });
      resourceClaim = held;
    }
    // No more than that is kept. Anything beyond it is discarded, and must not evict others.
    if (!held.reserve(Math.min(bytes, shedder.maxHeadBytes()))) {
      var unusedClose = channel.close();
    }
  }

  /** Releases the memory, because the end has arrived. */
  void finish() {
    ResourceClaim held = resourceClaim;
    if (held != null) {
      resourceClaim = null;
      held.release();
    }
  }
}
