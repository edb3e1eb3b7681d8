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

/**
 * An origin kept in this process's memory: for tests, simulations, and several engines in one process. Answers at
 * once.
 */
public final class InMemoryOrigin implements Origin {
  private static final class StoredCounts {
    private final Map<String, Long> fields = new HashMap<>();
    private final long expiresAt;
    private long bytes;

    private StoredCounts(long expiresAt) {
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

  /** The heartbeat with the highest number wins, because heartbeats may arrive late. */
  private record ProcessEntry(
      String identity, CompletionProgress progress, long number, long until) {}

  /** The field for restored counts. No writer's name contains a star. */
  private static final String RESTORED = "*";

  /**
   * Expired cells are ignored at once and removed periodically: a pass over all of them in each call would make it
   * slow.
   */
  private static final long SWEEP_MILLIS = 1_000;

  /** The size of a cell without its names, as in Redis. */
  private static final long CELL_BYTES = 200;

  private static final long FIELD_BYTES = 20;

  /** The resolution of expiry times in the account. */
  private static final long ACCOUNT_MILLIS = 60_000;

  private final EpochClock clock;
  private final InMemoryResets resets;
  private final long capacityBytes;
  private final Map<CellKey, StoredCounts> cells = new HashMap<>();

  /** What processes reported that they created, by expiry time, and then by workspace. */
  private final NavigableMap<Long, Map<String, OriginMemory>> account = new TreeMap<>();

  /** The size of all cells, expired ones included until they are removed. */
  private long usedBytes;

  private final List<FaultListener> listeners = new CopyOnWriteArrayList<>();
  private final Map<String, ProcessEntry> processes = new HashMap<>();

  /** Set by the first process. Empty after the store lost everything, until a process names it again. */
  private String dataSet = "";

  /**
   * Since when the store has had no name, and since when processes have known of the latest loss. Negative if not yet.
   */
  private long unnamedSince = -1;

  private long lossKnownSince = -1;

  /** Since when all live processes have caught up after the latest loss. Negative if not yet. */
  private long completeSince = -1;

  private long sweptAt = Long.MIN_VALUE;
  private int wipes;

  /** Creates an empty origin on this clock. */
  public InMemoryOrigin(EpochClock clock) {
    this(clock, Long.MAX_VALUE);
  }

  /** Creates an origin that is full when its cells use this much memory. A quarter of it is not usable. */
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
      StoredCounts storedCounts = live(query.cell());
      sums.add(storedCounts == null ? 0 : storedCounts.sumExcept(query.field()));
      report(query.cell(), query.field(), storedCounts);
    }
    return CompletableFuture.completedFuture(sums);
  }

  private void report(CellKey cell, String own, @Nullable StoredCounts storedCounts) {
    if (storedCounts != null && !listeners.isEmpty()) {
      storedCounts.fields.forEach((field, count) -> {
        if (!field.equals(own) && !CellKey.isPlausible(count)) {
          listeners.forEach(
              each -> each.onFault(cell, true, "field " + field + " of " + cell + " has " + count));
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
    StoredCounts storedCounts = live(publication.cell());
    PublishOutcome publishOutcome = outcome(publication, storedCounts);
    if (publishOutcome != PublishOutcome.STORED) {
      return Receipt.of(
          publishOutcome, storedCounts == null ? 0 : storedCounts.sumExcept(publication.field()));
    }
    boolean isNew = storedCounts == null;
    boolean isReserved = isReserved(publication, storedCounts);
    if (storedCounts == null) {
      StoredCounts expired = cells.get(publication.cell());
      usedBytes -= expired == null ? 0 : expired.bytes;
      storedCounts = new StoredCounts(clock.epochMillis() + publication.timeToLiveMillis());
      cells.put(publication.cell(), storedCounts);
    }
    boolean isNewField = !storedCounts.fields.containsKey(publication.field());
    long before = Objects.requireNonNullElse(storedCounts.fields.get(publication.field()), 0L);
    long bytes = isNewField ? FIELD_BYTES + publication.field().length() : 0;
    bytes += isNew ? CELL_BYTES + publication.cell().subject().identifier().length() : 0;
    OriginMemory added = isReserved ? OriginMemory.NONE : new OriginMemory(isNew ? 1 : 0, bytes);
    storedCounts.bytes += bytes;
    usedBytes += bytes;
    storedCounts.fields.merge(publication.field(), publication.count(), Math::max);
    report(publication.cell(), publication.field(), storedCounts);
    return new Receipt(
        storedCounts.sumExcept(publication.field()), before, PublishOutcome.STORED, added);
  }

  private PublishOutcome outcome(Publication publication, @Nullable StoredCounts storedCounts) {
    if (storedCounts != null && storedCounts.fields.containsKey(publication.field())) {
      return PublishOutcome.STORED;
    }
    if (storedCounts != null && storedCounts.fields.size() >= MAX_FIELDS) {
      return PublishOutcome.TOO_MANY_FIELDS;
    }
    boolean mayGrow = publication.mayCreate() && usedBytes < capacityBytes;
    return mayGrow || isReserved(publication, storedCounts)
        ? PublishOutcome.STORED
        : PublishOutcome.NO_ROOM;
  }

  /** Whether space for one more field was reserved when the cell was created. */
  private static boolean isReserved(Publication publication, @Nullable StoredCounts storedCounts) {
    return storedCounts != null && storedCounts.fields.size() < publication.reservedFields();
  }

  @Override
  public synchronized CompletionStage<OriginSpaceUsage> reportUsage(UsageReport usageReport) {
    long now = clock.epochMillis();
    for (Addition each : usageReport.additions()) {
      long end = Math.floorDiv(now + each.timeToLiveMillis(), ACCOUNT_MILLIS) * ACCOUNT_MILLIS
          + ACCOUNT_MILLIS;
      account
          .computeIfAbsent(end, unused -> new HashMap<>())
          .merge(each.workspace(), each.memory(), OriginMemory::plus);
    }
    account.headMap(now, true).clear();
    List<OriginMemory> requested =
        usageReport.workspaces().stream().map(this::accounted).toList();
    long ceiling =
        capacityBytes == Long.MAX_VALUE ? OriginSpaceUsage.UNKNOWN_CEILING : capacityBytes / 4 * 3;
    OriginMemory total = account.values().stream()
        .flatMap(slot -> slot.values().stream())
        .reduce(OriginMemory.NONE, OriginMemory::plus);
    return CompletableFuture.completedFuture(new OriginSpaceUsage(requested, total, ceiling));
  }

  private OriginMemory accounted(String workspace) {
    return account.values().stream()
        .map(slot -> slot.getOrDefault(workspace, OriginMemory.NONE))
        .reduce(OriginMemory.NONE, OriginMemory::plus);
  }

  @Override
  public synchronized CompletionStage<Void> restore(List<Restoration> restorations) {
    for (Restoration each : restorations) {
      StoredCounts storedCounts = cells.computeIfAbsent(
          each.cell(), cell -> new StoredCounts(clock.epochMillis() + each.timeToLiveMillis()));
      long others = storedCounts.sumExcept(each.field())
          - Objects.requireNonNullElse(storedCounts.fields.get(RESTORED), 0L);
      if (each.siblings() > others) {
        storedCounts.fields.merge(RESTORED, each.siblings() - others, Math::max);
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public synchronized CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat) {
    long now = clock.epochMillis();
    ProcessEntry before = processes.get(originHeartbeat.incarnation());
    long previous = before == null ? 0 : before.number();
    processes.put(
        originHeartbeat.incarnation(),
        new ProcessEntry(
            originHeartbeat.identity(),
            originHeartbeat.progress(),
            Math.max(previous, originHeartbeat.number()),
            now + originHeartbeat.timeToLiveMillis()));
    processes.values().removeIf(processEntry -> processEntry.until() <= now);
    nameDataSet(originHeartbeat, now);
    String identity = "memory-" + wipes;
    boolean isKnown = originHeartbeat.identity().equals(identity);
    if (isKnown) {
      complete(identity, before == null, now);
    }
    return CompletableFuture.completedFuture(new OriginStatus(
        processes.size(),
        isKnown ? completeMillis(now) : INCOMPLETE,
        dataSet,
        identity,
        previous,
        now));
  }

  /**
   * Names the data set. A store that never lost anything is named at once: no process can know another name for it.
   */
  private void nameDataSet(OriginHeartbeat originHeartbeat, long now) {
    if (!dataSet.isEmpty()) {
      return;
    }
    unnamedSince = unnamedSince < 0 ? now : unnamedSince;
    if (!originHeartbeat.dataSet().isEmpty()) {
      dataSet = originHeartbeat.dataSet();
    } else if (wipes == 0 || now - unnamedSince >= LEASE_MILLIS) {
      dataSet = "in-memory-" + originHeartbeat.incarnation();
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
        .allMatch(processEntry -> processEntry.progress() == CompletionProgress.NEVER_BEHIND);
  }

  /** Updates completeness. A returning process restarts the wait, because it is probably not the only one. */
  private void complete(String identity, boolean isReturning, long now) {
    lossKnownSince = lossKnownSince < 0 || isReturning ? now : lossKnownSince;
    boolean isLeaseOver = now - lossKnownSince >= LEASE_MILLIS;
    boolean areCaughtUp = processes.values().stream()
        .allMatch(processEntry -> processEntry.progress() != CompletionProgress.BEHIND
            && processEntry.identity().equals(identity));
    if (completeSince < 0 && isLeaseOver && areCaughtUp && !isNeverBehind()) {
      completeSince = now;
    }
  }

  /** The sum of what all writers published into the cell. */
  public synchronized long total(CellKey cell) {
    StoredCounts storedCounts = cells.get(cell);
    return storedCounts == null ? 0 : storedCounts.sumExcept("");
  }

  /** What each writer published into the cell. */
  public synchronized Map<String, Long> fields(CellKey cell) {
    StoredCounts storedCounts = cells.get(cell);
    return storedCounts == null ? Map.of() : new HashMap<>(storedCounts.fields);
  }

  /** The number of fields in the origin. */
  public synchronized int fields() {
    return cells.values().stream()
        .mapToInt(storedCounts -> storedCounts.fields.size())
        .sum();
  }

  /** Removes everything, like a store without a disk that is restarted. */
  public synchronized void wipe() {
    resets.wipe();
    cells.clear();
    account.clear();
    usedBytes = 0;
    processes.clear();
    dataSet = "";
    unnamedSince = -1;
    lossKnownSince = -1;
    completeSince = -1;
    wipes++;
  }

  private @Nullable StoredCounts live(CellKey cell) {
    StoredCounts storedCounts = cells.get(cell);
    return storedCounts == null || storedCounts.expiresAt <= clock.epochMillis()
        ? null
        : storedCounts;
  }

  private void sweep() {
    long now = clock.epochMillis();
    if (now < sweptAt || now - SWEEP_MILLIS >= sweptAt) { // the clock may have been set back
      sweptAt = now;
      cells.values().removeIf(storedCounts -> {
        boolean isOver = storedCounts.expiresAt <= now;
        usedBytes -= isOver ? storedCounts.bytes : 0;
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
