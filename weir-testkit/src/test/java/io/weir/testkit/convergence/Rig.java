// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import io.weir.CellKey;
import io.weir.Limit;
import io.weir.engine.EngineBuilder;
import io.weir.testkit.rig.Peer;
import io.weir.testkit.rig.Peers;
import io.weir.time.ManualClock;
import java.util.function.UnaryOperator;

/** Processes on one clock and one origin, stepped by the test. */
final class Rig {
  static final long START = Peers.START;

  private final Peers peers = new Peers();
  final ManualClock clock = peers.clock();
  final ScriptedOrigin origin = new ScriptedOrigin(clock);

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
    return peers.add(with);
  }

  void settle() {
    peers.settle();
  }

  void pass(long millis) {
    peers.pass(millis);
  }

  void pass(long millis, long step) {
    peers.pass(millis, step);
  }

  void kill(Peer peer) {
    peers.kill(peer);
  }

  CellKey cell(Limit limit, String identifier) {
    return peers.cell(limit, identifier);
  }

  CellKey cell(String workspace, Limit limit, String identifier) {
    return peers.cell(workspace, limit, identifier);
  }

  /** What the origin holds of the current cell. */
  long total(Limit limit, String identifier) {
    return origin.store().total(cell(limit, identifier));
  }

  /** The same of another workspace. */
  long total(String workspace, Limit limit, String identifier) {
    return origin.store().total(cell(workspace, limit, identifier));
  }
}
