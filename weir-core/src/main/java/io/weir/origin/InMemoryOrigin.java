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
import org.jspecify.annotations.Nullable;

/** An origin in this process's memory: for tests, simulations, and several engines in one process. Answers at once. */
public final class InMemoryOrigin implements Origin {
  private static final class Counts {
    private final Map<String, Long> fields = new HashMap<>();
    private final long expiresAt;

    private Counts(long expiresAt) {
      this.expiresAt = expiresAt;
    }

    private long sumExcept(String field) {
      long sum = 0;
      for (Map.Entry<String, Long> entry : fields.entrySet()) {
        sum += entry.getKey().equals(field) ? 0 : entry.getValue();
      }
      return sum;
    }
  }

  /** The highest number counts: a heartbeat may arrive late. */
  private record Member(String identity, Progress progress, long number, long until) {}

  /** The field of counts that were written back. No writer's name has a star. */
  private static final String RESTORED = "*";

  /** Expired cells are left out at once and removed now and then: a look at all of them per call would make it slow. */
  private static final long SWEEP_MILLIS = 1_000;

  private final EpochClock clock;
  private final Map<CellKey, Counts> cells = new HashMap<>();
  private final Map<String, Member> processes = new HashMap<>();

  /** Named by the first process. A store that lost everything has none, until a process names it again. */
  private String dataSet = "";

  /** Since when it has no name, and since when processes know of the latest loss. Not yet if negative. */
  private long namelessSince = -1;

  private long lossKnownSince = -1;

  /** Since when all live processes have caught up after the latest loss. Not yet if negative. */
  private long completeSince = -1;

  private long sweptAt = Long.MIN_VALUE;
  private int wipes;

  /** An empty origin on this clock. */
  public InMemoryOrigin(EpochClock clock) {
    this.clock = clock;
  }

  @Override
  public synchronized CompletionStage<List<Long>> read(List<Query> queries) {
    sweep();
    List<Long> sums = new ArrayList<>(queries.size());
    for (Query query : queries) {
      Counts counts = live(query.cell());
      sums.add(counts == null ? 0 : counts.sumExcept(query.field()));
    }
    return CompletableFuture.completedFuture(sums);
  }

  @Override
  public synchronized CompletionStage<List<Receipt>> publish(List<Publication> publications) {
    sweep();
    List<Receipt> receipts = new ArrayList<>(publications.size());
    for (Publication publication : publications) {
      long expiresAt = clock.epochMillis() + publication.timeToLiveMillis();
      Counts counts = live(publication.cell());
      if (counts == null) {
        counts = new Counts(expiresAt);
        cells.put(publication.cell(), counts);
      }
      long before = Objects.requireNonNullElse(counts.fields.get(publication.field()), 0L);
      counts.fields.merge(publication.field(), publication.count(), Math::max);
      receipts.add(new Receipt(counts.sumExcept(publication.field()), before));
    }
    return CompletableFuture.completedFuture(receipts);
  }

  @Override
  public synchronized CompletionStage<Void> restore(List<Restoration> restorations) {
    for (Restoration each : restorations) {
      Counts counts = cells.computeIfAbsent(
          each.cell(), cell -> new Counts(clock.epochMillis() + each.timeToLiveMillis()));
      long others = counts.sumExcept(each.field())
          - Objects.requireNonNullElse(counts.fields.get(RESTORED), 0L);
      if (each.siblings() > others) {
        counts.fields.merge(RESTORED, each.siblings() - others, Math::max);
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public synchronized CompletionStage<Pulse> beat(Heartbeat heartbeat) {
    long now = clock.epochMillis();
    Member before = processes.get(heartbeat.incarnation());
    long previous = before == null ? 0 : before.number();
    processes.put(
        heartbeat.incarnation(),
        new Member(
            heartbeat.identity(),
            heartbeat.progress(),
            Math.max(previous, heartbeat.number()),
            now + heartbeat.timeToLiveMillis()));
    processes.values().removeIf(member -> member.until() <= now);
    name(heartbeat, now);
    String identity = "memory-" + wipes;
    boolean isKnown = heartbeat.identity().equals(identity);
    if (isKnown) {
      complete(identity, before == null, now);
    }
    return CompletableFuture.completedFuture(new Pulse(
        processes.size(),
        isKnown ? completeMillis(now) : INCOMPLETE,
        dataSet,
        identity,
        previous,
        now));
  }

  /** One that never lost anything is named at once: nobody can know another name for it. */
  private void name(Heartbeat heartbeat, long now) {
    if (!dataSet.isEmpty()) {
      return;
    }
    namelessSince = namelessSince < 0 ? now : namelessSince;
    if (!heartbeat.dataSet().isEmpty()) {
      dataSet = heartbeat.dataSet();
    } else if (wipes == 0 || now - namelessSince >= LEASE_MILLIS) {
      dataSet = "in-memory-" + heartbeat.incarnation();
    }
  }

  private long completeMillis(long now) {
    if (completeSince >= 0) {
      return now - completeSince;
    }
    return isNeverBehind() ? NEVER_LOST : INCOMPLETE;
  }

  private boolean isNeverBehind() {
    return processes.values().stream()
        .allMatch(member -> member.progress() == Progress.NEVER_BEHIND);
  }

  /** A process that returns is waited for once more: it is hardly the only one that does. */
  private void complete(String identity, boolean isReturning, long now) {
    lossKnownSince = lossKnownSince < 0 || isReturning ? now : lossKnownSince;
    boolean isLeaseOver = now - lossKnownSince >= LEASE_MILLIS;
    boolean areCaughtUp = processes.values().stream()
        .allMatch(
            member -> member.progress() != Progress.BEHIND && member.identity().equals(identity));
    if (completeSince < 0 && isLeaseOver && areCaughtUp && !isNeverBehind()) {
      completeSince = now;
    }
  }

  /** Everything that every writer published into the cell. */
  public synchronized long total(CellKey cell) {
    Counts counts = cells.get(cell);
    return counts == null ? 0 : counts.sumExcept("");
  }

  /** What each writer published into the cell. */
  public synchronized Map<String, Long> fields(CellKey cell) {
    Counts counts = cells.get(cell);
    return counts == null ? Map.of() : new HashMap<>(counts.fields);
  }

  /** How many fields the origin holds. */
  public synchronized int fields() {
    return cells.values().stream().mapToInt(counts -> counts.fields.size()).sum();
  }

  /** Loses everything, as a store without a disk does when it is restarted. */
  public synchronized void wipe() {
    cells.clear();
    processes.clear();
    dataSet = "";
    namelessSince = -1;
    lossKnownSince = -1;
    completeSince = -1;
    wipes++;
  }

  private @Nullable Counts live(CellKey cell) {
    Counts counts = cells.get(cell);
    return counts == null || counts.expiresAt <= clock.epochMillis() ? null : counts;
  }

  private void sweep() {
    long now = clock.epochMillis();
    if (now < sweptAt || now - SWEEP_MILLIS >= sweptAt) { // the clock may have been set back
      sweptAt = now;
      cells.values().removeIf(counts -> counts.expiresAt <= now);
    }
  }

  @Override
  public void close() {}
}
