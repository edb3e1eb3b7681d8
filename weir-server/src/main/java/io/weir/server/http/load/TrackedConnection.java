// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http.load;

import io.netty.channel.Channel;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One open connection, from its first moment. */
public final class TrackedConnection {
  private final Channel channel;
  private final OpenConnections open;

  /** The address of the other end, with its port: no two open connections have the same. */
  private final String address;

  /** What connections of one client have in common: its address, of IPv6 the network. */
  private final Object origin;

  /** Written by the event loop of the connection, read by its timer on the same one. */
  private boolean isActive;

  /** Set once by whoever closes or evicts it, under the lock of the open connections. */
  private boolean isClosed;

  /** The workspace of the last valid key. Written by the event loop of the connection, under the lock of the open connections. */
  private @Nullable String workspace;

  /** Written by the event loop of the connection, read by any that accepts one. */
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

  /** Whoever has one IPv6 address usually has the 2^64 beside it, too. */
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

  /** Notes that it is gone; false if that is known already. */
  boolean markClosed() {
    boolean isNew = !isClosed;
    isClosed = true;
    return isNew;
  }

  /**
   * A request with a valid key of this workspace has come, on its event loop. False if there is no room for another connection
   * of that workspace.
   */
  public boolean authenticate(String asking) {
    return asking.equals(workspace) || open.authenticate(this, asking);
  }

  void assignTo(String authenticated) {
    workspace = authenticated;
  }

  @Nullable
  String workspace() {
    return workspace;
  }

  /** Whether a request with a valid key has ever come. To be asked on its event loop. */
  public boolean isAuthenticated() {
    return workspace != null;
  }

  /** Says whether a request is being answered. */
  public void busy(boolean isAnswering) {
    if (isBusy != isAnswering) {
      isBusy = isAnswering;
    }
  }

  boolean isBusy() {
    return isBusy;
  }

  void close() {
    var unusedEnd = channel.close();
  }
}
