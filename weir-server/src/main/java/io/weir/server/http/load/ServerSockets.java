// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.InternetProtocolFamily;
import io.vertx.core.datagram.DatagramSocketOptions;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.net.TcpConfig;
import io.vertx.core.spi.transport.Transport;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;

/** The JDK's sockets, of which it remembers those that listen, so that they can be closed before the connections are. */
public final class ServerSockets implements Transport {
  private static final long CLOSE_MILLIS = 2_000;

  private final LoadShedder shedder;
  private final Transport nio = io.vertx.core.transport.Transport.NIO.implementation();
  private final ConcurrentLinkedQueue<Channel> listening = new ConcurrentLinkedQueue<>();

  /** Counts who comes in here. */
  public ServerSockets(LoadShedder shedder) {
    this.shedder = shedder;
  }

  /**
   * Lets those in who have connected. Until then they wait in the system's queue: a connection that is accepted before any
   * event loop has asked for some would be dropped.
   */
  public void beginAccepting() {
    for (Channel each : listening) {
      each.config().setAutoRead(true);
    }
  }

  /** Lets nobody in any more, and waits until that is so, within bounds. */
  public void closeListening() {
    for (Channel each : listening) {
      boolean unusedEnd = each.close().awaitUninterruptibly(CLOSE_MILLIS);
    }
  }

  @Override
  public ChannelFactory<? extends ServerChannel> serverChannelFactory(boolean domainSocket) {
    ChannelFactory<? extends ServerChannel> factory = nio.serverChannelFactory(domainSocket);
    return () -> {
      ServerChannel opened = factory.newChannel();
      opened.config().setAutoRead(false);
      opened.pipeline().addLast(new ChannelInboundHandlerAdapter() {
        @Override
        public void channelRead(ChannelHandlerContext context, Object accepted) {
          if (accepted instanceof Channel visitor) {
            visitor.pipeline().addLast(new ConnectionGuard(shedder));
          }
          context.fireChannelRead(accepted);
        }
      });
      listening.add(opened);
      return opened;
    };
  }

  /** As the builder of event loops wants it. */
  public io.vertx.core.transport.Transport transport() {
    return new io.vertx.core.transport.Transport() {
      @Override
      public String name() {
        return "nio";
      }

      @Override
      public boolean available() {
        return true;
      }

      @Override
      public Throwable unavailabilityCause() {
        return nio.unavailabilityCause();
      }

      @Override
      public Transport implementation() {
        return ServerSockets.this;
      }
    };
  }

  @Override
  public boolean supportsDomainSockets() {
    return nio.supportsDomainSockets();
  }

  @Override
  public boolean supportFileRegion() {
    return nio.supportFileRegion();
  }

  @Override
  public java.net.SocketAddress convert(SocketAddress address) {
    return nio.convert(address);
  }

  @Override
  public SocketAddress convert(java.net.SocketAddress address) {
    return nio.convert(address);
  }

  @Override
  public IoHandlerFactory ioHandlerFactory() {
    return nio.ioHandlerFactory();
  }

  @Override
  public EventLoopGroup eventLoopGroup(int type, int threads, ThreadFactory factory, int ioRatio) {
    return nio.eventLoopGroup(type, threads, factory, ioRatio);
  }

  @Override
  @SuppressWarnings("deprecation") // has to be there, and is not called
  public DatagramChannel datagramChannel(InternetProtocolFamily family) {
    return nio.datagramChannel(family);
  }

  @Override
  public ChannelFactory<? extends DatagramChannel> datagramChannelFactory() {
    return nio.datagramChannelFactory();
  }

  @Override
  public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
    return nio.channelFactory(domainSocket);
  }

  @Override
  public void configure(DatagramChannel channel, DatagramSocketOptions options) {
    nio.configure(channel, options);
  }

  @Override
  public void configure(TcpConfig config, boolean domainSocket, Bootstrap bootstrap) {
    nio.configure(config, domainSocket, bootstrap);
  }

  @Override
  public void configure(TcpConfig config, boolean domainSocket, ServerBootstrap bootstrap) {
    nio.configure(config, domainSocket, bootstrap);
  }
}
