// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A channel handler that closes a connection on which requests get no replies, so that a new one is opened. Without
 * it, a connection that a firewall dropped would look alive until the operating system gives up, a quarter of an hour
 * later.
 */
final class SilenceDetector extends IdleStateHandler {
  private boolean hasSent;

  /**
   * Whether a request was unanswered when the last idle period ended. Only another full idle period after that proves
   * the connection dead.
   */
  private boolean suspected;

  SilenceDetector(Duration maxSilence) {
    super(maxSilence.toMillis(), 0, 0, TimeUnit.MILLISECONDS);
  }

  @Override
  public void write(ChannelHandlerContext context, Object message, ChannelPromise promise)
      throws Exception {
    hasSent = true;
    super.write(context, message, promise);
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
    hasSent = false;
    suspected = false;
    super.channelRead(context, message);
  }

  @Override
  protected void channelIdle(ChannelHandlerContext context, IdleStateEvent event) throws Exception {
    if (suspected) {
      ChannelFuture unused = context.close();
    }
    suspected = hasSent;
    super.channelIdle(context, event);
  }
}
