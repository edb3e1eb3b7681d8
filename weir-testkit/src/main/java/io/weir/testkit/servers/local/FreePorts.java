// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers.local;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Allocates ports for servers that need the same port again after a restart. */
final class FreePorts {
  /*
   * Ports are taken from a separate range instead of being requested from the system. The system assigns its own
   * range to outgoing connections, so a port from there may be lost between a kill and a restart; and its range ends
   * too high for the nodes of a Redis Cluster, which also listen at 10,000 above their port. All of FIRST to LAST +
   * 10,000 lies below the ranges of Linux and macOS.
   */
  private static final int FIRST = 10_500;
  private static final int LAST = 20_400;

  /** Even on a busy machine most of the range is free. */
  private static final int ATTEMPTS = 20;

  private static final SplittableRandom RANDOM = new SplittableRandom();

  private FreePorts() {}

  /**
   * Returns a port that is currently free.
   *
   * @param companions offsets above it at which ports must be free too
   */
  static synchronized int draw(int... companions) {
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int port = RANDOM.nextInt(FIRST, LAST + 1);
      if (isFree(port) && IntStream.of(companions).allMatch(above -> isFree(port + above))) {
        return port;
      }
    }
    throw new IllegalStateException("found no free port in " + ATTEMPTS + " attempts");
  }

  private static boolean isFree(int port) {
    try (ServerSocket probe = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
      return probe.isBound();
    } catch (IOException e) {
      return false;
    }
  }
}
