// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.memory;

import io.weir.server.process.Worker;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Clients that make up ever new identifiers, namespaces or durations, many in each request. */
final class Flood implements AutoCloseable {
  private static final int CLIENTS = 2;
  private static final long DAY = 86_400_000;

  /** Whatever a server may answer to somebody who asks for too much. */
  private static final List<Integer> ANSWERS = List.of(200, 400, 403, 413, 429, 503);

  /** What is made up. */
  enum Kind {
    SHORT_IDENTIFIERS(100),
    LONG_IDENTIFIERS(50),
    DURATIONS(100),
    NAMESPACES(20);

    private final int perRequest;

    Kind(int perRequest) {
      this.perRequest = perRequest;
    }

    private String check(long number) {
      return Json.object(
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

  private final Wire wire;
  private final Kind kind;
  private final AtomicLong numbers = new AtomicLong();
  private final List<Worker> workers = new ArrayList<>();

  Flood(Wire wire, Kind kind) {
    this.wire = wire;
    this.kind = kind;
    for (int i = 0; i < CLIENTS; i++) {
      workers.add(Worker.start("flood-" + i, this::ask));
    }
  }

  private void ask() {
    List<String> checks = new ArrayList<>();
    for (int i = 0; i < kind.perRequest; i++) {
      checks.add(kind.check(numbers.getAndIncrement()));
    }
    Reply reply = Reply.of(wire.post("multiLimit", "[" + String.join(",", checks) + "]"));
    if (!ANSWERS.contains(reply.status())) {
      throw new AssertionError("a flood of " + kind + " was answered with " + reply);
    }
  }

  /** How many checks were asked for. */
  long checks() {
    return numbers.get();
  }

  @Override
  public void close() {
    workers.forEach(Worker::stop);
  }
}
