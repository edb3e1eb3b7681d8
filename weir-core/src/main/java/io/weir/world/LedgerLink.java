// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.Observer;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.process.ProcessContext;
import io.weir.sync.StoreLink;

/** One process's link to the ledger, shared by its agents. */
public final class LedgerLink {
  /** No check waits for the ledger, so a failing ledger is left alone for longer than an origin would be. */
  private static final long BREAKER_OPEN_MILLIS = 3_000;

  private final Ledger ledger;
  private final String region;
  private final LedgerOptions options;
  private final ProcessContext processContext;

  // Each kind of call has its own breaker: a read-only database still answers pulls.
  private final StoreLink pushes;
  private final StoreLink pulls;
  private final StoreLink beats;

  /** Creates the link of a process of this region to this ledger. */
  public LedgerLink(
      Ledger ledger, String region, LedgerOptions options, ProcessContext processContext) {
    this.ledger = ledger;
    this.region = region;
    this.options = options;
    this.processContext = processContext;
    this.pushes = StoreLink.of(processContext, Observer.Dependency.LEDGER, BREAKER_OPEN_MILLIS);
    this.pulls = pushes.forOtherCalls();
    this.beats = pushes.forOtherCalls();
  }

  /** The store. */
  Ledger ledger() {
    return ledger;
  }

  /** The name of this process's region. */
  String region() {
    return region;
  }

  /** The settings of the exchange with other regions. */
  public LedgerOptions options() {
    return options;
  }

  ProcessContext self() {
    return processContext;
  }

  Observer observer() {
    return processContext.observer();
  }

  long elapsedMillis() {
    return processContext.elapsedMillis();
  }

  long epochMillis() {
    return processContext.epochMillis();
  }

  StoreLink pushes() {
    return pushes;
  }

  StoreLink pulls() {
    return pulls;
  }

  StoreLink beats() {
    return beats;
  }

  /** Closes the ledger. Calls in flight fail, which is not reported. */
  public void close() {
    pushes.close();
    ledger.close();
  }
}
