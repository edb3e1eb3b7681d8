// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.catalog;

import io.weir.benchmarks.isolation.attack.Attacker;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongFunction;

/**
 * Opens a connection per step, sends nothing or the beginning of a request, and holds it open until there are too
 * many.
 */
final class HeldConnections implements Attacker {
  private final int port;
  private final int most;
  private final LongFunction<String> beginning;
  private final Deque<Socket> held = new ArrayDeque<>();

  /**
   * Creates an attacker without connections.
   *
   * @param port of the server
   * @param most how many connections are held; beyond that, each new connection closes the oldest
   * @param beginning what the connection with a number sends first; each later step sends one more byte on an open
   * connection
   */
  HeldConnections(int port, int most, LongFunction<String> beginning) {
    this.port = port;
    this.most = most;
    this.beginning = beginning;
  }

  @Override
  public synchronized String act(long number) throws IOException {
    String text = beginning.apply(number);
    if (held.size() >= most) {
      held.removeFirst().close();
    }
    if (!text.isEmpty() && !held.isEmpty()) {
      sendOneByte(held.removeFirst());
    }
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
    held.addLast(socket);
    socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    return "opened";
  }

  private void sendOneByte(Socket socket) throws IOException {
    try {
      socket.getOutputStream().write('x');
      held.addLast(socket);
    } catch (IOException e) {
      socket.close(); // the server has closed the connection, as it should
    }
  }

  @Override
  public synchronized void close() throws IOException {
    for (Socket socket : held) {
      socket.close();
    }
    held.clear();
  }
}
