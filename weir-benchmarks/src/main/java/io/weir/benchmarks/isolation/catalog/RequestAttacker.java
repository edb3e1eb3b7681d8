// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation.catalog;

import io.weir.benchmarks.isolation.attack.Attacker;
import io.weir.benchmarks.isolation.attack.Target;
import io.weir.benchmarks.server.load.LoadConnection;
import java.io.IOException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Sends requests sequentially on one connection, reads the answers, and reconnects after the server closes the
 * connection.
 */
final class RequestAttacker implements Attacker {
  private static final int TIMEOUT_MILLIS = 5_000;

  private final Target target;
  private final Requests requests;

  /** Written by the attacking thread; read by the thread that closes the attacker. */
  private volatile @Nullable LoadConnection loadConnection;

  private RequestAttacker(Target target, Requests requests) {
    this.target = target;
    this.requests = requests;
  }

  /** Creates the requests of an attack. */
  @FunctionalInterface
  interface Requests {
    /** The request with this number. */
    byte[] request(Target target, long number);
  }

  static Function<Target, Attacker> of(Requests requests) {
    return target -> new RequestAttacker(target, requests);
  }

  @Override
  public String act(long number) throws IOException {
    byte[] request = requests.request(target, number);
    LoadConnection open = loadConnection;
    if (open == null) {
      open = new LoadConnection(target.port(), TIMEOUT_MILLIS);
      loadConnection = open;
    }
    try {
      LoadConnection.LoadReply loadReply = open.send(request);
      if (loadReply.isLast()) {
        close();
      }
      return Integer.toString(loadReply.status());
    } catch (IOException e) {
      close();
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    LoadConnection open = loadConnection;
    loadConnection = null;
    if (open != null) {
      open.close();
    }
  }
}
