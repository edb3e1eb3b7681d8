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
 * Closes a connection on which nothing is heard although something was said, so that a new one is made. Without it, a
 * connection that a firewall forgot would look alive until the operating system gives up, a quarter of an hour later.
 */
final class SilenceDetector extends IdleStateHandler {
  private boolean hasSent;

  /** Whether it had been spoken to when the last period of silence ended: only a whole one after that proves anything. */
  private boolean suspected;

  SilenceDetector(Duration longest) {
    super(longest.toMillis(), 0, 0, TimeUnit.MILLISECONDS);
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
