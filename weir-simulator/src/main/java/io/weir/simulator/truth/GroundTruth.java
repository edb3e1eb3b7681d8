// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.simulator.traffic.Spender;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All admitted units by cell. Computes the true usage of sliding windows without any knowledge of engines or stores.
 */
public final class GroundTruth {
  /** How long cells are kept after they expire: clocks may be behind, and messages late. */
  public static final long KEPT_MILLIS = 120_000;

  private static final class Account {
    private final Spender spender;
    private final TreeMap<Long, CellTruth> cells = new TreeMap<>();

    private Account(Spender spender) {
      this.spender = spender;
    }
  }

  private final int regions;
  private final long keptMillis;
  private final List<Account> accounts = new ArrayList<>();
  private Consumer<CellTruth> onExpired = cell -> {};

  /** Creates an empty ground truth for these spenders. */
  public GroundTruth(List<Spender> spenders, int regions) {
    this(spenders, regions, KEPT_MILLIS);
  }

  /** Creates an empty ground truth for clocks that may be further behind, with a longer retention of cells. */
  public GroundTruth(List<Spender> spenders, int regions, long keptMillis) {
    this.regions = regions;
    this.keptMillis = keptMillis;
    spenders.forEach(spender -> accounts.add(new Account(spender)));
  }

  /** Sets the listener that receives expired cells before they are removed. */
  public void onExpired(Consumer<CellTruth> listener) {
    onExpired = listener;
  }

  /** Returns the cell of a window, creating it if necessary. */
  public CellTruth cell(Spender spender, long sequence, long nowMillis) {
    Account account = accounts.get(spender.number());
    CellTruth found = account.cells.get(sequence);
    if (found == null) {
      prune(account, nowMillis);
      found = new CellTruth(new CellKey(spender.key(), sequence), regions);
      account.cells.put(sequence, found);
    }
    return found;
  }

  private void prune(Account account, long nowMillis) {
    while (!account.cells.isEmpty()) {
      CellTruth oldest = account.cells.firstEntry().getValue();
      if (oldest.key().expiresAtMillis() + keptMillis > nowMillis) {
        return;
      }
      account.cells.remove(oldest.key().sequence());
      onExpired.accept(oldest);
    }
  }

  /** Passes every retained cell to the listener. */
  public void forEach(Consumer<CellTruth> listener) {
    accounts.forEach(account -> account.cells.values().forEach(listener));
  }

  /** Returns the cell with this key, or null if nothing was admitted into it. */
  public @Nullable CellTruth find(CellKey key) {
    return accounts.get(Spender.numberOf(key.subject())).cells.get(key.sequence());
  }

  /** Returns the spender with this key. */
  public Spender spender(SubjectKey key) {
    return accounts.get(Spender.numberOf(key)).spender;
  }

  /** Returns the true usage of the sliding window at this instant, over all regions. */
  public long usage(Spender spender, long nowMillis) {
    long duration = spender.limit().durationMillis();
    long sequence = Math.floorDiv(nowMillis, duration);
    TreeMap<Long, CellTruth> cells = accounts.get(spender.number()).cells;
    CellTruth current = cells.get(sequence);
    CellTruth previous = cells.get(sequence - 1);
    long left = duration - (nowMillis - sequence * duration);
    return (current == null ? 0 : current.total())
        + (previous == null ? 0 : previous.total() * left / duration);
  }
}
