// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import io.netty.channel.Channel;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** An open connection, tracked from its first moment. */
public final class TrackedConnection {
  private final Channel channel;
  private final OpenConnections open;

  /** The remote address with its port: no two open connections have the same. */
  private final String address;

  /** What the connections of one client have in common: the address or, for IPv6, the /64 network. */
  private final Object origin;

  /** Written by the connection's event loop, read by its timer on the same loop. */
  private boolean isActive;

  /** Set once by whichever thread closes or evicts it, under the lock of the open connections. */
  private boolean isClosed;

  /**
   * The workspace of the last valid key. Written by the connection's event loop, under the lock of the open
   * connections.
   */
  private @Nullable String workspace;

  /** Written by the connection's event loop, read by any loop that accepts a connection. */
  private volatile boolean isBusy;

  TrackedConnection(Channel channel, OpenConnections open) {
    this.channel = channel;
    this.open = open;
    if (channel.remoteAddress() instanceof InetSocketAddress remote) {
      this.address = address(remote.getAddress().getHostAddress(), remote.getPort());
      this.origin = origin(remote.getAddress());
    } else {
      this.address = "";
      this.origin = "";
    }
  }

  static String address(String host, int port) {
    return host + ":" + port;
  }

  /** A client with one IPv6 address usually has all 2^64 addresses of its network. */
  private static Object origin(InetAddress address) {
    return address instanceof Inet6Address
        ? (Object) ByteBuffer.wrap(address.getAddress()).getLong()
        : address;
  }

  String address() {
    return address;
  }

  Object origin() {
    return origin;
  }

  void markActive() {
    isActive = true;
  }

  boolean isActive() {
    return isActive;
  }

  boolean isClosed() {
    return isClosed;
  }

  /** Marks it as closed; false if it already was. */
  boolean markClosed() {
    boolean isNew = !isClosed;
    isClosed = true;
    return isNew;
  }

  /**
   * Records a request with a valid key of this workspace, on its event loop. False if there is no room for another
   * connection of that workspace.
   */
  public boolean authenticate(String requested) {
    return requested.equals(workspace) || open.authenticate(this, requested);
  }

  void assignTo(String authenticated) {
    workspace = authenticated;
  }

  @Nullable
  String workspace() {
    return workspace;
  }

  /** Returns whether any request with a valid key has arrived. Must be called on its event loop. */
  public boolean isAuthenticated() {
    return workspace != null;
  }

  /** Records whether a request is being answered. */
  public void busy(boolean isAnswering) {
    if (isBusy != isAnswering) {
      isBusy = isAnswering;
    }
  }

  boolean isBusy() {
    return isBusy;
  }

  void close() {
    var unusedClose = channel.close();
  }
}
