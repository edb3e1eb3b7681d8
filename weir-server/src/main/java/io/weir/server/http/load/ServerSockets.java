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

/** A socket transport that remembers the listening sockets, so that they can be closed before the connections are. */
public final class ServerSockets implements Transport {
  private static final long CLOSE_MILLIS = 2_000;

  private final LoadShedder shedder;
  private final Transport nio = io.vertx.core.transport.Transport.NIO.implementation();
  private final ConcurrentLinkedQueue<Channel> listening = new ConcurrentLinkedQueue<>();

  /** Creates a transport that registers connections with {@code shedder}. */
  public ServerSockets(LoadShedder shedder) {
    this.shedder = shedder;
  }

  /**
   * Starts to accept connections. Until then they wait in the system's queue: a connection that is accepted before
   * any event loop is ready would be dropped.
   */
  public void beginAccepting() {
    for (Channel each : listening) {
      each.config().setAutoRead(true);
    }
  }

  /** Stops accepting connections, and waits for that within a time limit. */
  public void closeListening() {
    for (Channel each : listening) {
      boolean unusedClosed = each.close().awaitUninterruptibly(CLOSE_MILLIS);
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
          if (accepted instanceof Channel connection) {
            connection.pipeline().addLast(new ConnectionGuard(shedder));
          }
          context.fireChannelRead(accepted);
        }
      });
      listening.add(opened);
      return opened;
    };
  }

  /** Returns the transport in the form that the Vert.x builder expects. */
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
  @SuppressWarnings("deprecation") // required by the interface, never called
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
