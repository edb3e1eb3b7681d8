// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.gate;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/**
 * A connection from its first moment: counted, and ended if its first request has no complete head in time. Vert.x tells of
 * a connection only then, since until then it may turn out to speak HTTP/2; somebody who drips a head byte by byte would
 * never be seen.
 */
final class Arrival extends ChannelInboundHandlerAdapter {
  private final Gate gate;
  private final long headMillis;

  Arrival(Gate gate, long headMillis) {
    this.gate = gate;
    this.headMillis = headMillis;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    String address = address(context);
    gate.connect(address);
    if (gate.isFlooded()) {
      var unusedEnd = context.close();
    } else {
      var unusedTimer = context
          .executor()
          .schedule(() -> endUnlessHeard(context, address), headMillis, TimeUnit.MILLISECONDS);
    }
    context.fireChannelActive();
  }

  private void endUnlessHeard(ChannelHandlerContext context, String address) {
    if (context.channel().isActive() && gate.isUnheard(address)) {
      var unusedEnd = context.close();
    }
  }

  /** No two open connections have the same. */
  private static String address(ChannelHandlerContext context) {
    return context.channel().remoteAddress() instanceof InetSocketAddress remote
        ? Gate.address(remote.getAddress().getHostAddress(), remote.getPort())
        : "";
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    gate.disconnect(address(context));
    context.fireChannelInactive();
  }
}
