// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.memory;

import io.weir.server.process.RepeatingWorker;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestJson;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that generate ever new identifiers, namespaces or durations, many per request. */
final class ServerFlood implements AutoCloseable {
  private static final int CLIENTS = 2;
  private static final long DAY = 86_400_000;

  /** The statuses that a server may return to a client that requests too much. */
  private static final List<Integer> ANSWERS = List.of(200, 400, 403, 413, 429, 503);

  /** What is generated. */
  enum FloodKind {
    SHORT_IDENTIFIERS(100),
    LONG_IDENTIFIERS(50),
    DURATIONS(100),
    NAMESPACES(20);

    private final int perRequest;

    FloodKind(int perRequest) {
      this.perRequest = perRequest;
    }

    private String check(long number) {
      return TestJson.object(
          "namespace",
          this == NAMESPACES ? "made-up-" + number : "flooded",
          "identifier",
          switch (this) {
            case SHORT_IDENTIFIERS -> "u" + number;
            case LONG_IDENTIFIERS -> "\uD83D\uDE00".repeat(496) + (1_000_000_000_000L + number);
            case DURATIONS, NAMESPACES -> "u";
          },
          "limit",
          5,
          "duration",
          this == DURATIONS ? DAY + number : DAY);
    }
  }

  private final RawHttpClient rawHttpClient;
  private final FloodKind floodKind;
  private final AtomicLong numbers = new AtomicLong();
  private final List<RepeatingWorker> workers = new ArrayList<>();

  ServerFlood(RawHttpClient rawHttpClient, FloodKind floodKind) {
    this.rawHttpClient = rawHttpClient;
    this.floodKind = floodKind;
    for (int i = 0; i < CLIENTS; i++) {
      workers.add(RepeatingWorker.start("flood-" + i, this::ask));
    }
  }

  private void ask() {
    List<String> checks = new ArrayList<>();
    for (int i = 0; i < floodKind.perRequest; i++) {
      checks.add(floodKind.check(numbers.getAndIncrement()));
    }
    ApiReply apiReply =
        ApiReply.of(rawHttpClient.post("multiLimit", "[" + String.join(",", checks) + "]"));
    if (!ANSWERS.contains(apiReply.status())) {
      throw new AssertionError("a flood of " + floodKind + " was answered with " + apiReply);
    }
  }

  /** Returns how many checks were requested. */
  long checks() {
    return numbers.get();
  }

  @Override
  public void close() {
    workers.forEach(RepeatingWorker::stop);
  }
}
