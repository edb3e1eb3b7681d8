// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import io.weir.CellKey;
import io.weir.Limit;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.testkit.rig.Peer;
import java.util.HashMap;
import java.util.Map;

/** Regions on one clock and one ledger, stepped by the test. */
final class Globe {
  final Rig rig = new Rig();
  final ScriptedLedger ledger = new ScriptedLedger(rig.clock);
  private final Map<String, Origin> origins = new HashMap<>();
  private final LedgerOptions options;

  Globe(PushPolicy policy) {
    this(LedgerOptions.defaults().withPolicy(policy).withMinimumRegions(2));
  }

  Globe(LedgerOptions options) {
    this.options = options;
  }

  /** A process of this region, on the region's origin. */
  Peer peer(String region) {
    return peer(region, origins.computeIfAbsent(region, name -> new InMemoryOrigin(rig.clock)));
  }

  /** A process of this region, on an origin of its own. */
  Peer peer(String region, Origin origin) {
    return rig.add(
        builder -> builder.origin(origin).ledger(ledger).ledgerOptions(options).region(region));
  }

  /** A process of this region that has no origin. */
  Peer peerWithoutOrigin(String region) {
    return rig.add(builder -> builder.ledger(ledger).ledgerOptions(options).region(region));
  }

  /** Long enough for every policy here to push, and then for everybody to pull. */
  void converge() {
    rig.pass(2 * 12_500);
  }

  /** What a region has in the ledger of the current cell. */
  long row(Limit limit, String identifier, String region) {
    return row(rig.cell(limit, identifier), region);
  }

  long row(CellKey cell, String region) {
    return ledger
        .store()
        .pull(Ledger.Asker.of(region), Ledger.Cursor.since(0), Integer.MAX_VALUE)
        .toCompletableFuture()
        .join()
        .sums()
        .stream()
        .filter(sums -> sums.cell().equals(cell))
        .mapToLong(Ledger.Sums::regional)
        .sum();
  }
}
