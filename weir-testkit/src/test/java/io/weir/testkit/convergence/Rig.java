// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import io.weir.CellKey;
import io.weir.Limit;
import io.weir.SubjectKey;
import io.weir.engine.Engine;
import io.weir.engine.EngineBuilder;
import io.weir.time.ManualClock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/** Processes on one clock and one origin, stepped by the test. */
final class Rig {
  /** Begins a window of 1, 10, 60, 300 and 600 seconds. */
  static final long START = 1_700_000_400_000L;

  final ManualClock clock = new ManualClock(START);
  final ScriptedOrigin origin = new ScriptedOrigin(clock);
  private final List<Peer> peers = new ArrayList<>();
  private long drawn;

  /** A process of the region. */
  Peer peer() {
    return peer(builder -> builder);
  }

  /** A process with something else about it. */
  Peer peer(UnaryOperator<EngineBuilder> with) {
    return add(builder -> with.apply(builder.origin(origin)));
  }

  /** A process with only what it is given. */
  Peer add(UnaryOperator<EngineBuilder> with) {
    Tally tally = new Tally();
    EngineBuilder builder = Engine.builder()
        .clock(clock)
        .elapsed(clock)
        .random(new SplittableRandom(++drawn))
        .observer(tally)
        .closeMillis(100);
    Peer peer = new Peer(with.apply(builder).build(), tally);
    peers.add(peer);
    return peer;
  }

  /** Lets everybody do what there is to do at this instant. */
  void settle() {
    peers.forEach(Peer::settle);
  }

  /** Lets time pass, a millisecond at a time. */
  void pass(long millis) {
    for (long i = 0; i < millis; i++) {
      clock.advanceMillis(1);
      settle();
    }
  }

  /** Takes a process out, as if it had been killed. */
  void kill(Peer peer) {
    peers.remove(peer);
  }

  /** The current cell of this identifier. */
  CellKey cell(Limit limit, String identifier) {
    return new CellKey(
        new SubjectKey("w", "n", identifier, limit.durationMillis()),
        clock.epochMillis() / limit.durationMillis());
  }

  /** What the origin holds of the current cell. */
  long total(Limit limit, String identifier) {
    return origin.store().total(cell(limit, identifier));
  }
}
