// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet.accuracy;

import io.weir.server.rig.TestJson;
import io.weir.testkit.servers.weir.WeirProcess;
import io.weir.time.EpochClock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Many callers at each of several servers that request the same limit at the same moment. */
final class ConcurrentLoad implements AutoCloseable {
  static final long LIMIT = 100;

  private static final int CALLERS = 100;
  private static final int BATCH = 3;

  /** No window may end within the test, which takes some minutes. */
  private static final long LEFT_MILLIS = 15 * 60_000;

  private static final long HOUR_MILLIS = 60 * 60_000;

  /** How callers send their checks. */
  enum Kind {
    SINGLE,
    BATCH_OF_ONE,
    BATCH_OF_THREE
  }

  private final List<List<BlockingConnection>> byServer = new ArrayList<>();
  private final long windowMillis = window(EpochClock.system().epochMillis());

  ConcurrentLoad(List<WeirProcess> servers) {
    for (WeirProcess server : servers) {
      byServer.add(IntStream.range(0, CALLERS)
          .mapToObj(i -> new BlockingConnection(server))
          .toList());
    }
  }

  /** Returns an hour, or somewhat more if the hour is about to end. */
  private static long window(long nowMillis) {
    return LongStream.iterate(HOUR_MILLIS, each -> each + HOUR_MILLIS / 4)
        .filter(each -> each - nowMillis % each > LEFT_MILLIS)
        .findFirst()
        .orElseThrow();
  }

  /** Returns how many units all callers together were admitted, for the identifier that they use. */
  long admitted(Kind kind, String identifier, long cost) {
    for (int caller = 0; caller < CALLERS; caller++) {
      for (List<BlockingConnection> connections : byServer) {
        send(connections.get(caller), kind, identifier, cost);
      }
    }
    long admitted = 0;
    for (List<BlockingConnection> connections : byServer) {
      for (BlockingConnection blockingConnection : connections) {
        admitted += blockingConnection.isAdmitted() ? cost : 0;
      }
    }
    return admitted;
  }

  /** Returns how many units are admitted when one caller at each server spends one. */
  long warm(Kind kind, String identifier) {
    byServer.forEach(connections -> send(connections.get(0), kind, identifier, 1));
    return byServer.stream()
        .filter(connections -> connections.get(0).isAdmitted())
        .count();
  }

  private void send(
      BlockingConnection blockingConnection, Kind kind, String identifier, long cost) {
    switch (kind) {
      case SINGLE -> blockingConnection.send("limit", check(identifier, cost));
      case BATCH_OF_ONE ->
        blockingConnection.send("multiLimit", TestJson.array(List.of(check(identifier, cost))));
      case BATCH_OF_THREE ->
        blockingConnection.send(
            "multiLimit",
            TestJson.array(IntStream.range(0, BATCH)
                .mapToObj(i -> check(identifier + "-" + i, cost))
                .toList()));
    }
  }

  private String check(String identifier, long cost) {
    return TestJson.object(
        "namespace",
        "rush",
        "identifier",
        identifier,
        "limit",
        LIMIT,
        "duration",
        windowMillis,
        "cost",
        cost);
  }

  @Override
  public void close() {
    byServer.forEach(connections -> connections.forEach(BlockingConnection::close));
  }
}
