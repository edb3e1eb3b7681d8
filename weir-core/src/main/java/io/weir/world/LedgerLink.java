// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.Observer;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.process.ProcessContext;
import io.weir.sync.StoreLink;

/** One process's seat at the ledger: what its agents share. */
public final class LedgerLink {
  /** Nobody waits for the ledger, so a sick one is left alone for longer than an origin would be. */
  private static final long BREAKER_OPEN_MILLIS = 3_000;

  private final Ledger ledger;
  private final String region;
  private final LedgerOptions options;
  private final ProcessContext processContext;

  // Kinds of calls fail apart: a database that is read-only still tells what others spent.
  private final StoreLink pushes;
  private final StoreLink pulls;
  private final StoreLink beats;

  /** A process of this region, at this ledger. */
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

  /** Whom the process speaks for. */
  String region() {
    return region;
  }

  /** How it converges with the others. */
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

  /** Ends the ledger. What was under way fails, and that is no news. */
  public void close() {
    pushes.close();
    ledger.close();
  }
}
