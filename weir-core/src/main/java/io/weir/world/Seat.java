// SPDX-License-Identifier: Apache-2.0
package io.weir.world;

import io.weir.Observer;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.process.Self;
import io.weir.sync.StoreLink;

/** One process's seat at the ledger: what its agents share. */
public final class Seat {
  /** Nobody waits for the ledger, so a sick one is left alone for longer than an origin would be. */
  private static final long OPEN_MILLIS = 3_000;

  private final Ledger ledger;
  private final String region;
  private final LedgerOptions options;
  private final Self self;

  // Kinds of calls fail apart: a database that is read-only still tells what others spent.
  private final StoreLink pushes;
  private final StoreLink pulls;
  private final StoreLink beats;

  /** A process of this region, at this ledger. */
  public Seat(Ledger ledger, String region, LedgerOptions options, Self self) {
    this.ledger = ledger;
    this.region = region;
    this.options = options;
    this.self = self;
    this.pushes = StoreLink.of(self, Observer.Dependency.LEDGER, OPEN_MILLIS);
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

  Self self() {
    return self;
  }

  Observer observer() {
    return self.observer();
  }

  long elapsedMillis() {
    return self.elapsedMillis();
  }

  long epochMillis() {
    return self.epochMillis();
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
