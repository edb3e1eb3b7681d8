// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import java.util.List;

/** The threads of all clients in this process. */
public final class ClientThreads {
  private ClientThreads() {}

  /** Returns their names. */
  public static List<String> alive() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(Thread::isAlive)
        .map(Thread::getName)
        .filter(name -> name.startsWith("weir-client-"))
        .sorted()
        .toList();
  }

  /** Waits until there are none, which is the case shortly after a client was closed. */
  public static void awaitNone() {
    Eventually.until(() -> "threads are left: " + alive(), () -> alive().isEmpty());
  }
}
