// SPDX-License-Identifier: Apache-2.0
package io.weir.ledger;

import io.weir.CellKey;
import io.weir.reset.InMemoryResets;
import io.weir.time.EpochClock;
import io.weir.window.Window;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A ledger kept in this process's memory: for tests, simulations, and several regions in one process. Answers at once.
 */
public final class InMemoryLedger implements Ledger {
  /** A region without a heartbeat for a day has left. */
  private static final long REGION_LIFE_MILLIS = 86_400_000;

  /** A process without a heartbeat for a minute has left. */
  private static final long PROCESS_LIFE_MILLIS = 60_000;

  private record ComponentOwner(String region, String writer) {
    private boolean isPartOf(PullRequester pullRequester) {
      return region.equals(pullRequester.region())
          && (pullRequester.writer().isEmpty() || writer.equals(pullRequester.writer()));
    }
  }

  private record Member(String region, String incarnation) {}

  /** The heartbeat with the highest number wins, because heartbeats may arrive late. */
  private record LastHeartbeat(long at, String origin, long number) {}

  /** A cell's components, linked with those of other cells in the order of their latest change. */
  private static final class CellRows {
    private final CellKey cell;
    private final long creation;
    private final Map<ComponentOwner, Long> counts = new HashMap<>();
    private long updatedAt;

    /** The number of its latest change. */
    private long change;

    private @Nullable CellRows older;
    private @Nullable CellRows newer;

    private CellRows(CellKey cell, long creation) {
      this.cell = cell;
      this.creation = creation;
    }
  }

  /**
   * Expired cells are ignored at once and removed periodically: a pass over all of them in each call would make it
   * slow.
   */
  private static final long SWEEP_MILLIS = 1_000;

  private final EpochClock clock;
  private final InMemoryResets resets;
  private final Map<CellKey, CellRows> cells = new HashMap<>();

  /** The same cells in the order of their creation: a full pull follows it, because changes do not affect it. */
  private final NavigableMap<Long, CellRows> byCreation = new TreeMap<>();

  private final Map<Member, LastHeartbeat> members = new HashMap<>();

  /** The cell that changed last: a pull walks from here to the first one that it need not read. */
  private @Nullable CellRows newest;

  /** Whether the list is in order of time. No longer after the clock was set back: then a pull examines all cells. */
  private boolean isOrdered = true;

  private long sweptAt = Long.MIN_VALUE;

  /** Counts creations and changes, and never restarts: positions that were returned stay valid. */
  private long number;

  /** Creates an empty ledger on this clock. */
  public InMemoryLedger(EpochClock clock) {
    this.clock = clock;
    this.resets = new InMemoryResets(clock);
  }

  @Override
  public synchronized CompletionStage<List<Rejection>> push(List<Component> components) {
    long now = clock.epochMillis();
    for (Component component : components) {
      CellRows cellRows = cells.computeIfAbsent(component.cell(), this::create);
      ComponentOwner componentOwner = new ComponentOwner(component.region(), component.writer());
      long known = cellRows.counts.getOrDefault(componentOwner, 0L);
      boolean isNew = known == 0 && component.count() != 0;
      if (isNew || component.count() > known || !CellKey.isPlausible(known)) {
        cellRows.counts.put(componentOwner, component.count());
        cellRows.updatedAt = now;
        cellRows.change = ++number;
        moveToFront(cellRows);
      }
    }
    return CompletableFuture.completedFuture(List.of());
  }

  private CellRows create(CellKey cell) {
    CellRows cellRows = new CellRows(cell, ++number);
    byCreation.put(cellRows.creation, cellRows);
    return cellRows;
  }

  private void moveToFront(CellRows cellRows) {
    unlink(cellRows);
    CellRows before = newest;
    isOrdered &= before == null || before.updatedAt <= cellRows.updatedAt;
    cellRows.older = before;
    if (before != null) {
      before.newer = cellRows;
    }
    newest = cellRows;
  }

  private void unlink(CellRows cellRows) {
    CellRows older = cellRows.older;
    CellRows newer = cellRows.newer;
    if (older != null) {
      older.newer = newer;
    }
    if (newer != null) {
      newer.older = older;
    } else if (newest == cellRows) {
      newest = older;
    }
    cellRows.older = null;
    cellRows.newer = null;
  }

  @Override
  public synchronized CompletionStage<PullPage> pull(
      PullRequester pullRequester, PullCursor from, int limit) {
    long now = clock.epochMillis();
    sweep(now);
    long place = from.isAtBeginning() ? 0 : Long.parseLong(from.position());
    Iterator<CellRows> line = from.isFull()
        ? byCreation.tailMap(place, false).values().iterator()
        : changes(from.since(), place);
    List<CellSums> sums = new ArrayList<>();
    long watermark = from.since();
    while (line.hasNext() && sums.size() < limit) {
      CellRows cellRows = line.next();
      place = from.isFull() ? cellRows.creation : cellRows.change;
      if (cellRows.updatedAt >= from.since() && cellRows.cell.expiresAtMillis() > now) {
        watermark = Math.max(watermark, cellRows.updatedAt);
        sums.add(sums(cellRows.cell, cellRows, pullRequester));
      }
    }
    PullCursor next = from.after(Long.toString(place));
    return CompletableFuture.completedFuture(new PullPage(sums, watermark, next, !line.hasNext()));
  }

  /** The cells that may have changed since the watermark, and did after this position, the latest change last. */
  private Iterator<CellRows> changes(long since, long place) {
    Deque<CellRows> line = new ArrayDeque<>();
    for (CellRows cellRows = newest;
        cellRows != null && cellRows.change > place;
        cellRows = cellRows.older) {
      if (cellRows.updatedAt < since && isOrdered) {
        break;
      }
      line.addFirst(cellRows);
    }
    return line.iterator();
  }

  private void sweep(long now) {
    if (now < sweptAt || now - SWEEP_MILLIS >= sweptAt) { // the clock may have been set back
      sweptAt = now;
      cells.values().removeIf(cellRows -> {
        boolean isOver = cellRows.cell.expiresAtMillis() <= now;
        if (isOver) {
          unlink(cellRows);
          byCreation.remove(cellRows.creation);
        }
        return isOver;
      });
    }
  }

  private static CellSums sums(CellKey cell, CellRows cellRows, PullRequester pullRequester) {
    long regional = 0;
    long foreign = 0;
    int leftOut = 0;
    for (Map.Entry<ComponentOwner, Long> row : cellRows.counts.entrySet()) {
      if (!CellKey.isPlausible(row.getValue())) {
        leftOut++;
      } else if (row.getKey().isPartOf(pullRequester)) {
        regional = Window.plus(regional, row.getValue());
      } else {
        foreign = Window.plus(foreign, row.getValue());
      }
    }
    return new CellSums(cell, regional, foreign, leftOut);
  }

  @Override
  public synchronized CompletionStage<Void> leave(String region, String incarnation) {
    long expiredAt = clock.epochMillis() - PROCESS_LIFE_MILLIS - 1;
    members.computeIfPresent(
        new Member(region, incarnation),
        (member, lastHeartbeat) ->
            new LastHeartbeat(expiredAt, lastHeartbeat.origin(), lastHeartbeat.number()));
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public synchronized CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
    long now = clock.epochMillis();
    String region = ledgerHeartbeat.region();
    Member sender = new Member(region, ledgerHeartbeat.incarnation());
    LastHeartbeat before = members.get(sender);
    long previous = before == null ? 0 : before.number();
    members.put(
        sender,
        new LastHeartbeat(
            now, ledgerHeartbeat.origin(), Math.max(previous, ledgerHeartbeat.number())));
    members.values().removeIf(lastHeartbeat -> lastHeartbeat.at() < now - REGION_LIFE_MILLIS);
    Set<String> regions = new HashSet<>();
    Set<String> origins = new HashSet<>();
    int siblings = 0;
    for (Map.Entry<Member, LastHeartbeat> member : members.entrySet()) {
      regions.add(member.getKey().region());
      if (member.getKey().region().equals(region)
          && member.getValue().at() >= now - PROCESS_LIFE_MILLIS) {
        siblings++;
        origins.add(member.getValue().origin());
      }
    }
    boolean isMixed = origins.size() > 1;
    origins.remove("");
    return CompletableFuture.completedFuture(
        new LedgerStatus(regions.size(), siblings, origins.size(), isMixed, previous, now));
  }

  /** The sum of what all regions pushed into the cell. */
  public synchronized long total(CellKey cell) {
    CellRows cellRows = cells.get(cell);
    return cellRows == null
        ? 0
        : cellRows.counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** What this region pushed into the cell. */
  public synchronized long total(CellKey cell, String region) {
    CellRows cellRows = cells.get(cell);
    return cellRows == null ? 0 : sums(cell, cellRows, PullRequester.of(region)).regional();
  }

  /** Removes everything, like a database that is restored without data. */
  public synchronized void wipe() {
    resets.wipe();
    cells.clear();
    byCreation.clear();
    members.clear();
    newest = null;
  }

  /** The number of components in the ledger. */
  public synchronized int components() {
    return cells.values().stream().mapToInt(cellRows -> cellRows.counts.size()).sum();
  }

  @Override
  public InMemoryResets resets() {
    return resets;
  }

  @Override
  public void close() {}
}
