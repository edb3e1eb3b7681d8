// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.store;

import io.weir.CellKey;
import io.weir.ledger.Ledger;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;

/** Classifies why rows are written, as far as the rows themselves show it. */
public final class Reasons {
  /** What a row added to the ledger. */
  public enum Reason {
    /** Nothing: another process of the region had already pushed at least as much. */
    NOTHING_NEW("no more than another process of the region had pushed"),
    /** The first row of its cell from any region. */
    FIRST("first of its cell"),
    /** The first row of its region, after another region had pushed the cell. */
    REPLY("first of its region, after another region's"),
    /** More, from another process of the region than the one that pushed before. */
    SECOND_WRITER("more, from another process of the region than before"),
    /** More, while no other region has pushed the cell. */
    GROWTH_ALONE("more, no other region in the cell"),
    /** More, within a second of the previous row. */
    STEP("more, another region in the cell, within a second"),
    /** More, a second or longer after the previous row. */
    PATIENCE("more, another region in the cell, after a second or longer");

    private final String label;

    Reason(String label) {
      this.label = label;
    }

    /** The reason in words. */
    public String label() {
      return label;
    }
  }

  /** A jittered second can be this short. */
  private static final long SECOND_MILLIS = 800;

  private record RecordedPush(String by, long count, long at) {}

  private final Map<CellKey, Map<String, RecordedPush>> cells = new HashMap<>();
  private final Map<Reason, Long> counts = new EnumMap<>(Reason.class);
  private long nextSweep;

  /** Records a row and returns why it was written. */
  Reason of(String process, Ledger.Component row, long epochMillis) {
    sweep(epochMillis);
    Map<String, RecordedPush> rows = cells.computeIfAbsent(row.cell(), key -> new HashMap<>());
    boolean isAlone = rows.keySet().stream().allMatch(row.region()::equals);
    RecordedPush previous = rows.get(row.region());
    RecordedPush current = new RecordedPush(process, row.count(), epochMillis);
    if (previous == null) {
      rows.put(row.region(), current);
      return isAlone ? Reason.FIRST : Reason.REPLY;
    }
    if (row.count() <= previous.count()) {
      return Reason.NOTHING_NEW;
    }
    rows.put(row.region(), current);
    if (!previous.by().equals(process)) {
      return Reason.SECOND_WRITER;
    }
    if (isAlone) {
      return Reason.GROWTH_ALONE;
    }
    return epochMillis - previous.at() < SECOND_MILLIS ? Reason.STEP : Reason.PATIENCE;
  }

  private void sweep(long epochMillis) {
    if (epochMillis >= nextSweep) {
      nextSweep = epochMillis + 60_000;
      cells.keySet().removeIf(cell -> cell.expiresAtMillis() <= epochMillis);
    }
  }

  void count(Reason reason) {
    counts.merge(reason, 1L, Long::sum);
  }

  Map<Reason, Long> counts() {
    return counts;
  }
}
