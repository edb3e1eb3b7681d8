// SPDX-License-Identifier: Apache-2.0
package io.weir.origin;

import io.weir.CellKey;
import io.weir.reset.InMemoryResets;
import io.weir.time.EpochClock;
import io.weir.window.Window;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** An origin in this process's memory: for tests, simulations, and several engines in one process. Answers at once. */
public final class InMemoryOrigin implements Origin {
  private static final class Counts {
    private final Map<String, Long> fields = new HashMap<>();
    private final long expiresAt;
    private long bytes;

    private Counts(long expiresAt) {
      this.expiresAt = expiresAt;
    }

    private long sumExcept(String field) {
      long sum = 0;
      for (Map.Entry<String, Long> entry : fields.entrySet()) {
        boolean isOther = !entry.getKey().equals(field);
        sum = Window.plus(
            sum, isOther && CellKey.isPlausible(entry.getValue()) ? entry.getValue() : 0);
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

  /** What a cell takes beside its names, as if it were in Redis. */
  private static final long CELL_BYTES = 200;

  private static final long FIELD_BYTES = 20;

  /** How finely an account tells apart when cells expire. */
  private static final long ACCOUNT_MILLIS = 60_000;

  private final EpochClock clock;
  private final InMemoryResets resets;
  private final long capacityBytes;
  private final Map<CellKey, Counts> cells = new HashMap<>();

  /** What processes said that they created, by when it has expired, and then by workspace. */
  private final NavigableMap<Long, Map<String, Memory>> account = new TreeMap<>();

  /** What all cells take, expired ones included until they are removed. */
  private long usedBytes;

  private final List<FaultListener> listeners = new CopyOnWriteArrayList<>();
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
    this(clock, Long.MAX_VALUE);
  }

  /** The same, which is full when its cells take so much memory. A quarter of it is not for use. */
  public InMemoryOrigin(EpochClock clock, long capacityBytes) {
    this.clock = clock;
    this.resets = new InMemoryResets(clock);
    this.capacityBytes = capacityBytes;
  }

  @Override
  public synchronized CompletionStage<List<Long>> read(List<Query> queries) {
    sweep();
    List<Long> sums = new ArrayList<>(queries.size());
    for (Query query : queries) {
      Counts counts = live(query.cell());
      sums.add(counts == null ? 0 : counts.sumExcept(query.field()));
      report(query.cell(), query.field(), counts);
    }
    return CompletableFuture.completedFuture(sums);
  }

  private void report(CellKey cell, String own, @Nullable Counts counts) {
    if (counts != null && !listeners.isEmpty()) {
      counts.fields.forEach((field, count) -> {
        if (!field.equals(own) && !CellKey.isPlausible(count)) {
          listeners.forEach(
              each -> each.found(cell, true, "field " + field + " of " + cell + " has " + count));
        }
      });
    }
  }

  @Override
  public void onFault(FaultListener listener) {
    listeners.add(listener);
  }

  @Override
  public synchronized CompletionStage<List<Receipt>> publish(List<Publication> publications) {
    sweep();
    List<Receipt> receipts = new ArrayList<>(publications.size());
    publications.forEach(publication -> receipts.add(publish(publication)));
    return CompletableFuture.completedFuture(receipts);
  }

  private Receipt publish(Publication publication) {
    Counts counts = live(publication.cell());
    Outcome outcome = outcome(publication, counts);
    if (outcome != Outcome.STORED) {
      return Receipt.of(outcome, counts == null ? 0 : counts.sumExcept(publication.field()));
    }
    boolean isNew = counts == null;
    boolean isReserved = isReserved(publication, counts);
    if (counts == null) {
      Counts expired = cells.get(publication.cell());
      usedBytes -= expired == null ? 0 : expired.bytes;
      counts = new Counts(clock.epochMillis() + publication.timeToLiveMillis());
      cells.put(publication.cell(), counts);
    }
    boolean isNewField = !counts.fields.containsKey(publication.field());
    long before = Objects.requireNonNullElse(counts.fields.get(publication.field()), 0L);
    long bytes = isNewField ? FIELD_BYTES + publication.field().length() : 0;
    bytes += isNew ? CELL_BYTES + publication.cell().subject().identifier().length() : 0;
    Memory added = isReserved ? Memory.NONE : new Memory(isNew ? 1 : 0, bytes);
    counts.bytes += bytes;
    usedBytes += bytes;
    counts.fields.merge(publication.field(), publication.count(), Math::max);
    report(publication.cell(), publication.field(), counts);
    return new Receipt(counts.sumExcept(publication.field()), before, Outcome.STORED, added);
  }

  private Outcome outcome(Publication publication, @Nullable Counts counts) {
    if (counts != null && counts.fields.containsKey(publication.field())) {
      return Outcome.STORED;
    }
    if (counts != null && counts.fields.size() >= MAX_FIELDS) {
      return Outcome.CROWDED;
    }
    boolean mayGrow = publication.mayCreate() && usedBytes < capacityBytes;
    return mayGrow || isReserved(publication, counts) ? Outcome.STORED : Outcome.NO_ROOM;
  }

  /** Whether room for one more field was set aside when the cell was made. */
  private static boolean isReserved(Publication publication, @Nullable Counts counts) {
    return counts != null && counts.fields.size() < publication.reservedFields();
  }

  @Override
  public synchronized CompletionStage<Usage> account(Account told) {
    long now = clock.epochMillis();
    for (Addition each : told.additions()) {
      long end = Math.floorDiv(now + each.timeToLiveMillis(), ACCOUNT_MILLIS) * ACCOUNT_MILLIS
          + ACCOUNT_MILLIS;
      account
          .computeIfAbsent(end, unused -> new HashMap<>())
          .merge(each.workspace(), each.memory(), Memory::plus);
    }
    account.headMap(now, true).clear();
    List<Memory> asked = told.workspaces().stream().map(this::accounted).toList();
    long ceiling = capacityBytes == Long.MAX_VALUE ? Usage.UNKNOWN_CEILING : capacityBytes / 4 * 3;
    Memory total = account.values().stream()
        .flatMap(slot -> slot.values().stream())
        .reduce(Memory.NONE, Memory::plus);
    return CompletableFuture.completedFuture(new Usage(asked, total, ceiling));
  }

  private Memory accounted(String workspace) {
    return account.values().stream()
        .map(slot -> slot.getOrDefault(workspace, Memory.NONE))
        .reduce(Memory.NONE, Memory::plus);
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
    resets.wipe();
    cells.clear();
    account.clear();
    usedBytes = 0;
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
      cells.values().removeIf(counts -> {
        boolean isOver = counts.expiresAt <= now;
        usedBytes -= isOver ? counts.bytes : 0;
        return isOver;
      });
    }
  }

  @Override
  public InMemoryResets resets() {
    return resets;
  }

  @Override
  public void close() {}
}
