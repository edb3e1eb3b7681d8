// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import io.weir.benchmarks.ledger.view.Watch;
import io.weir.ledger.Ledger;
import io.weir.time.EpochClock;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * One process's way to the ledger, on its own side of the network: counts what it asks, and tells the watch.
 *
 * @param ledger what is asked
 * @param process who asks
 * @param name its name
 * @param books where it is written down
 */
public record CountedLedger(Ledger ledger, Watch.Witness process, String name, Books books)
    implements Ledger {

  /**
   * Where things are written down.
   *
   * @param tally counts
   * @param watch follows single cells
   * @param clock the time of both
   */
  public record Books(Tally tally, Watch watch, EpochClock clock) {}

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    books.tally().called(Tally.Call.PUSH);
    books.tally().wrote(name, components, books.clock().epochMillis());
    books.watch().pushed(process.region(), components);
    return ledger.push(components);
  }

  @Override
  public CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit) {
    books.tally().called(Tally.Call.PULL);
    return ledger.pull(pullRequester, from, limit).thenApply(pullPage -> {
      books.tally().read(from.since(), pullPage.sums().size(), books.clock().epochMillis());
      books.watch().pulled(process, pullPage);
      return pullPage;
    });
  }

  @Override
  public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
    books.tally().called(Tally.Call.BEAT);
    return ledger.heartbeat(ledgerHeartbeat);
  }

  @Override
  public void close() {
    ledger.close();
  }
}
