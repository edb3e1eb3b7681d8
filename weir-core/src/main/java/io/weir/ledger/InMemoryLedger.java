// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import io.weir.CellKey;
import io.weir.time.EpochClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A ledger in this process's memory: for tests, simulations, and several regions in one process. Answers at once. */
public final class InMemoryLedger implements Ledger {
  /** A region that was silent for a day has left. */
  private static final long REGION_LIFE_MILLIS = 86_400_000;

  /** A process that was silent for a minute has left. */
  private static final long PROCESS_LIFE_MILLIS = 60_000;

  private record Owner(String region, String writer) {}

  private record Member(String region, String incarnation) {}

  private static final class Rows {
    private final Map<Owner, Long> counts = new HashMap<>();
    private long updatedAt;
  }

  private final EpochClock clock;
  private final Map<CellKey, Rows> cells = new HashMap<>();
  private final Map<Member, Long> seenAt = new HashMap<>();

  /** An empty ledger on this clock. */
  public InMemoryLedger(EpochClock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized CompletionStage<List<Rejection>> push(List<Component> components) {
    long now = clock.epochMillis();
    for (Component component : components) {
      Rows rows = cells.computeIfAbsent(component.cell(), cell -> new Rows());
      Owner owner = new Owner(component.region(), component.writer());
      if (component.count() > rows.counts.getOrDefault(owner, 0L)) {
        rows.counts.put(owner, component.count());
        rows.updatedAt = now;
      }
    }
    return CompletableFuture.completedFuture(List.of());
  }

  @Override
  public synchronized CompletionStage<Page> pull(String region, long since) {
    long now = clock.epochMillis();
    cells.keySet().removeIf(cell -> cell.expiresAtMillis() <= now);
    List<Sums> changed = new ArrayList<>();
    long watermark = since;
    for (Map.Entry<CellKey, Rows> cell : cells.entrySet()) {
      if (cell.getValue().updatedAt >= since) {
        watermark = Math.max(watermark, cell.getValue().updatedAt);
        changed.add(sums(cell.getKey(), cell.getValue(), region));
      }
    }
    return CompletableFuture.completedFuture(new Page(changed, watermark));
  }

  private static Sums sums(CellKey cell, Rows rows, String region) {
    long regional = 0;
    long foreign = 0;
    for (Map.Entry<Owner, Long> row : rows.counts.entrySet()) {
      if (row.getKey().region().equals(region)) {
        regional += row.getValue();
      } else {
        foreign += row.getValue();
      }
    }
    return new Sums(cell, regional, foreign);
  }

  @Override
  public synchronized CompletionStage<Pulse> beat(String region, String incarnation) {
    long now = clock.epochMillis();
    seenAt.put(new Member(region, incarnation), now);
    seenAt.values().removeIf(at -> at < now - REGION_LIFE_MILLIS);
    Set<String> regions = new HashSet<>();
    int siblings = 0;
    for (Map.Entry<Member, Long> process : seenAt.entrySet()) {
      regions.add(process.getKey().region());
      if (process.getKey().region().equals(region)
          && process.getValue() >= now - PROCESS_LIFE_MILLIS) {
        siblings++;
      }
    }
    return CompletableFuture.completedFuture(new Pulse(regions.size(), siblings, now));
  }

  /** Everything that every region pushed into the cell. */
  public synchronized long total(CellKey cell) {
    Rows rows = cells.get(cell);
    return rows == null
        ? 0
        : rows.counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** How many components the ledger holds. */
  public synchronized int components() {
    return cells.values().stream().mapToInt(rows -> rows.counts.size()).sum();
  }

  @Override
  public void close() {}
}
