// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.convergence;

import io.weir.CellKey;
import io.weir.LimitPolicy;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.testkit.rig.TestProcess;
import java.util.HashMap;
import java.util.Map;

/** Regions on one clock and one ledger, stepped by the test. */
final class VirtualRegions {
  final VirtualRegion virtualRegion = new VirtualRegion();
  final ScriptedLedger ledger = new ScriptedLedger(virtualRegion.clock);
  private final Map<String, Origin> origins = new HashMap<>();
  private final LedgerOptions options;

  VirtualRegions(PushPolicy policy) {
    this(LedgerOptions.defaults().withPolicy(policy).withMinimumRegions(2));
  }

  VirtualRegions(LedgerOptions options) {
    this.options = options;
  }

  /** Adds a process of this region, on the region's origin. */
  TestProcess peer(String region) {
    return peer(
        region, origins.computeIfAbsent(region, name -> new InMemoryOrigin(virtualRegion.clock)));
  }

  /** Adds a process of this region, on a separate origin. */
  TestProcess peer(String region, Origin origin) {
    return virtualRegion.add(
        builder -> builder.origin(origin).ledger(ledger).ledgerOptions(options).region(region));
  }

  /** Adds a process of this region without an origin. */
  TestProcess peerWithoutOrigin(String region) {
    return virtualRegion.add(
        builder -> builder.ledger(ledger).ledgerOptions(options).region(region));
  }

  /** Waits long enough for every policy here to push, and then for every process to pull. */
  void converge() {
    virtualRegion.pass(2 * 12_500);
  }

  /** Returns a region's sum in the ledger for the current cell. */
  long row(LimitPolicy limitPolicy, String identifier, String region) {
    return row(virtualRegion.cell(limitPolicy, identifier), region);
  }

  long row(CellKey cell, String region) {
    return ledger
        .store()
        .pull(Ledger.PullRequester.of(region), Ledger.PullCursor.since(0), Integer.MAX_VALUE)
        .toCompletableFuture()
        .join()
        .sums()
        .stream()
        .filter(cellSums -> cellSums.cell().equals(cell))
        .mapToLong(Ledger.CellSums::regional)
        .sum();
  }
}
