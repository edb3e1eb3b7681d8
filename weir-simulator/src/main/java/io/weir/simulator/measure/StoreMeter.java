// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import io.weir.ledger.Ledger;
import io.weir.origin.Origin;
import io.weir.simulator.fleet.MessageListener;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.result.Run.Cost;
import io.weir.simulator.result.Run.Sample;
import io.weir.simulator.traffic.Spender;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Measures the load on the stores, in total and per second. Counts calls on arrival, so lost messages cost nothing.
 */
final class StoreMeter implements MessageListener {
  private static final long SECOND = 1_000;

  private long publishes;
  private long reads;
  private long originCalls;
  private long ledgerCalls;
  private long rowsWritten;
  private long rowsRead;
  private final List<Sample> samples = new ArrayList<>();
  private Sample last = new Sample(0, 0, 0, 0, 0, 0, 0);
  private double highestUsage;
  private @Nullable Spender busiest;
  private long offered;
  private long admitted;

  @Override
  public void published(ProcessInstance from, List<Origin.Publication> publications) {
    originCalls++;
    publishes += publications.size();
  }

  @Override
  public void read(ProcessInstance from, List<Origin.Query> queries) {
    originCalls++;
    reads += queries.size();
  }

  @Override
  public void pushed(ProcessInstance from, List<Ledger.Component> components) {
    ledgerCalls++;
    rowsWritten += components.size();
  }

  @Override
  public void pulled(ProcessInstance from, Ledger.PullPage pullPage) {
    ledgerCalls++;
    rowsRead += pullPage.sums().size();
  }

  @Override
  public void heartbeat(ProcessInstance from, boolean toLedger, String incarnation) {
    if (toLedger) {
      ledgerCalls++;
    } else {
      originCalls++;
    }
  }

  void offered(long units) {
    offered += units;
  }

  /** Records an admission, and the true usage of the spender's sliding window after it. */
  void admitted(long units, Spender spender, long usage) {
    admitted += units;
    double limits = (double) usage / spender.limit().amount();
    if (limits >= highestUsage) {
      highestUsage = limits;
      busiest = spender;
    }
  }

  /**
   * Takes a sample after each full second. While nothing is admitted, keeps tracking the spender that was last the
   * busiest.
   */
  void advanceTo(long millis, ToLongFunction<Spender> usageNow) {
    if (millis - last.atMillis() < SECOND) {
      return;
    }
    Spender tracked = busiest;
    if (tracked != null) {
      double limits = (double) usageNow.applyAsLong(tracked) / tracked.limit().amount();
      highestUsage = Math.max(highestUsage, limits);
    }
    Sample totals =
        new Sample(millis, offered, admitted, highestUsage, originCalls, rowsWritten, rowsRead);
    samples.add(new Sample(
        millis,
        totals.offered() - last.offered(),
        totals.admitted() - last.admitted(),
        highestUsage,
        totals.originCalls() - last.originCalls(),
        totals.rowsWritten() - last.rowsWritten(),
        totals.rowsRead() - last.rowsRead()));
    last = totals;
    highestUsage = 0;
  }

  /** Discards what was counted before the traffic started. */
  void reset() {
    publishes = 0;
    reads = 0;
    originCalls = 0;
    ledgerCalls = 0;
    rowsWritten = 0;
    rowsRead = 0;
  }

  Cost cost() {
    return new Cost(publishes, reads, originCalls, ledgerCalls, rowsWritten, rowsRead);
  }

  List<Sample> samples() {
    return samples;
  }
}
