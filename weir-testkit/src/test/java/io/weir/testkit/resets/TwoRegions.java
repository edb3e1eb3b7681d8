// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.resets;

import io.weir.CellKey;
import io.weir.Decision;
import io.weir.Limit;
import io.weir.SubjectKey;
import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.reset.ResetResult;
import io.weir.testkit.rig.Peer;
import io.weir.testkit.rig.Peers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** Two processes in each of two regions, each region with an origin, on one ledger, stepped by the test. */
final class TwoRegions {
  /** What nobody can spend: as a broken process or a hand would write it. */
  static final long WRONG = 1L << 50; // far above every limit, and not so far that it is left out

  final Peers peers = new Peers();
  final Switch ledgerPower = new Switch();
  final Switch originPower = new Switch();
  final InMemoryLedger ledger = new InMemoryLedger(peers.clock());
  final Map<String, InMemoryOrigin> origins = new HashMap<>();
  final List<Peer> all = new ArrayList<>();

  TwoRegions() {
    for (String region : List.of("a", "a", "b", "b")) {
      all.add(start(region));
    }
    peers.pass(1_000, 5);
  }

  /** One more process. */
  Peer start(String region) {
    InMemoryOrigin origin =
        origins.computeIfAbsent(region, name -> new InMemoryOrigin(peers.clock()));
    return peers.add(builder -> builder
        .origin(new FailingOrigin(origin, originPower))
        .ledger(new FailingLedger(ledger, ledgerPower))
        .ledgerOptions(LedgerOptions.defaults().withMinimumRegions(2))
        .region(region));
  }

  /** Kills all processes and starts as many. */
  void restartAll() {
    List<Peer> before = List.copyOf(all);
    before.forEach(peers::kill);
    all.clear();
    for (String region : List.of("a", "a", "b", "b")) {
      all.add(start(region));
    }
    peers.pass(700, 5);
  }

  /** Writes counts that nobody spent, under the name that an identifier has without a reset. */
  void writeWrongCounts(Limit limit, String identifier, int windowsAgo) {
    CellKey now = peers.cell(limit, identifier);
    CellKey cell = new CellKey(now.subject(), now.sequence() - windowsAgo);
    ledger
        .push(List.of(new Ledger.Component(cell, "broken", "", WRONG)))
        .toCompletableFuture()
        .join();
    for (InMemoryOrigin origin : origins.values()) {
      origin
          .publish(
              List.of(new Origin.Publication(cell, "broken.1", WRONG, 3 * limit.durationMillis())))
          .toCompletableFuture()
          .join();
    }
  }

  ResetResult reset(Peer at, String identifier) {
    CompletableFuture<ResetResult> result = at.engine().reset("w", "n", identifier);
    for (int i = 0; i < 5_000 && !result.isDone(); i++) {
      peers.pass(1);
    }
    return result.join();
  }

  /** One check at each process, and whether it was allowed. */
  List<Boolean> ask(Limit limit, String identifier) {
    List<Boolean> allowed = new ArrayList<>();
    for (Peer peer : all) {
      allowed.add(spend(peer, limit, identifier, 1));
    }
    return allowed;
  }

  /** Whether a process allows this; time passes until it has decided. */
  boolean spend(Peer peer, Limit limit, String identifier, long cost) {
    CompletableFuture<Decision> decision = peer.ask(limit, identifier, cost);
    for (int i = 0; i < 1_000 && !decision.isDone(); i++) {
      peers.pass(1);
    }
    return decision.join().allowed();
  }

  /** The name of the current window after this reset. */
  CellKey after(Limit limit, String identifier, long epoch) {
    CellKey plain = peers.cell(limit, identifier);
    return new CellKey(
        new SubjectKey("w", "n", identifier, limit.durationMillis(), epoch), plain.sequence());
  }
}
