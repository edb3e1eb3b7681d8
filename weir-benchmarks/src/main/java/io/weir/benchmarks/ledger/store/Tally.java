// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import io.weir.benchmarks.report.FigureFormat;
import io.weir.ledger.Ledger;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Counts the ledger calls of a whole fleet during the measurement. Not thread-safe. */
public final class Tally {
  /** The operations of a ledger. */
  public enum Call {
    PUSH,
    PULL,
    BEAT
  }

  /** How far back a pull looks. */
  public enum Reach {
    CHANGES,
    HALF_A_MINUTE,
    EVERYTHING
  }

  /** Separates pulls that look back a little from those that look back as far as a late commit may be. */
  private static final long FAR_MILLIS = 20_000;

  private final Map<Call, List<Long>> nanos = new EnumMap<>(Call.class);
  private final Map<Reach, Long> rowsRead = new EnumMap<>(Reach.class);
  private final Reasons reasons = new Reasons();
  private boolean counting;
  private long rowsWritten;

  /** Starts or stops counting. */
  public void counting(boolean now) {
    counting = now;
  }

  void called(Call call, long elapsedNanos) {
    if (counting) {
      nanos.computeIfAbsent(call, key -> new ArrayList<>()).add(elapsedNanos);
    }
  }

  void wrote(String process, List<Ledger.Component> components, long epochMillis) {
    for (Ledger.Component component : components) {
      Reasons.Reason reason = reasons.of(process, component, epochMillis);
      if (counting) {
        reasons.count(reason);
      }
    }
    if (counting) {
      rowsWritten += components.size();
    }
  }

  void read(long since, int rows, long epochMillis) {
    if (counting) {
      Reach reach = since == 0
          ? Reach.EVERYTHING
          : epochMillis - since > FAR_MILLIS ? Reach.HALF_A_MINUTE : Reach.CHANGES;
      rowsRead.merge(reach, (long) rows, Long::sum);
    }
  }

  /** The number of components that were sent. */
  public long rowsWritten() {
    return rowsWritten;
  }

  /** Why the components were sent. */
  public Map<Reasons.Reason, Long> reasons() {
    return reasons.counts();
  }

  /** The number of sums that pulls returned. */
  public long rowsRead() {
    return rowsRead.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The number of sums that pulls of this kind returned. */
  public long rowsRead(Reach reach) {
    return rowsRead.getOrDefault(reach, 0L);
  }

  /** The number of calls. */
  public long calls(Call call) {
    return nanos.getOrDefault(call, List.of()).size();
  }

  /** The milliseconds in the store itself that this share of the calls did not exceed. */
  public double millis(Call call, double share) {
    long[] all =
        nanos.getOrDefault(call, List.of()).stream().mapToLong(Long::longValue).toArray();
    return all.length == 0 ? Double.NaN : FigureFormat.percentile(all, share) / 1e6;
  }
}
