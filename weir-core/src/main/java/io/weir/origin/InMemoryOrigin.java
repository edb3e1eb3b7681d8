// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.CellKey;
import io.weir.time.EpochClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An origin in this process's memory: for tests, simulations, and several engines in one process. Answers at once. */
public final class InMemoryOrigin implements Origin {
  private static final class Counts {
    private final Map<String, Long> fields = new HashMap<>();
    private final long expiresAt;

    private Counts(long expiresAt) {
      this.expiresAt = expiresAt;
    }

    private long sumExcept(String field) {
      return fields.entrySet().stream()
          .filter(entry -> !entry.getKey().equals(field))
          .mapToLong(Map.Entry::getValue)
          .sum();
    }
  }

  private final EpochClock clock;
  private final Map<CellKey, Counts> cells = new HashMap<>();
  private final Map<String, Long> processes = new HashMap<>();
  private int wipes;

  /** An empty origin on this clock. */
  public InMemoryOrigin(EpochClock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized CompletionStage<List<Long>> read(List<Query> queries) {
    expire();
    List<Long> sums = new ArrayList<>(queries.size());
    for (Query query : queries) {
      Counts counts = cells.get(query.cell());
      sums.add(counts == null ? 0 : counts.sumExcept(query.field()));
    }
    return CompletableFuture.completedFuture(sums);
  }

  @Override
  public synchronized CompletionStage<List<Receipt>> publish(List<Publication> publications) {
    expire();
    List<Receipt> receipts = new ArrayList<>(publications.size());
    for (Publication publication : publications) {
      long expiresAt = clock.epochMillis() + publication.timeToLiveMillis();
      Counts counts = cells.computeIfAbsent(publication.cell(), key -> new Counts(expiresAt));
      long before = Objects.requireNonNullElse(counts.fields.get(publication.field()), 0L);
      counts.fields.merge(publication.field(), publication.count(), Math::max);
      receipts.add(new Receipt(counts.sumExcept(publication.field()), before));
    }
    return CompletableFuture.completedFuture(receipts);
  }

  @Override
  public synchronized CompletionStage<Pulse> beat(String incarnation, long timeToLiveMillis) {
    long now = clock.epochMillis();
    processes.put(incarnation, now + timeToLiveMillis);
    processes.values().removeIf(until -> until <= now);
    return CompletableFuture.completedFuture(
        new Pulse(processes.size(), "in-memory-" + wipes, now));
  }

  /** Everything that every writer published into the cell. */
  public synchronized long total(CellKey cell) {
    Counts counts = cells.get(cell);
    return counts == null
        ? 0
        : counts.fields.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Loses everything, as a store without a disk does when it is restarted. */
  public synchronized void wipe() {
    cells.clear();
    processes.clear();
    wipes++;
  }

  private void expire() {
    long now = clock.epochMillis();
    cells.values().removeIf(counts -> counts.expiresAt <= now);
  }

  @Override
  public void close() {}
}
