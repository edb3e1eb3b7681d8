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

/** A ledger in this process's memory: for tests, simulations, and several regions in one process. Answers at once. */
public final class InMemoryLedger implements Ledger {
  /** A region that was silent for a day has left. */
  private static final long REGION_LIFE_MILLIS = 86_400_000;

  /** A process that was silent for a minute has left. */
  private static final long PROCESS_LIFE_MILLIS = 60_000;

  private record Owner(String region, String writer) {
    private boolean isPartOf(Asker asker) {
      return region.equals(asker.region())
          && (asker.writer().isEmpty() || writer.equals(asker.writer()));
    }
  }

  private record Member(String region, String incarnation) {}

  /** The highest number counts: a heartbeat may arrive late. */
  private record Seen(long at, String origin, long number) {}

  /** A cell's components, in line with those of other cells by when they changed. */
  private static final class Rows {
    private final CellKey cell;
    private final long birth;
    private final Map<Owner, Long> counts = new HashMap<>();
    private long updatedAt;

    /** The number of its latest change. */
    private long change;

    private @Nullable Rows older;
    private @Nullable Rows newer;

    private Rows(CellKey cell, long birth) {
      this.cell = cell;
      this.birth = birth;
    }
  }

  /** Expired cells are left out at once and removed now and then: a look at all of them per call would make it slow. */
  private static final long SWEEP_MILLIS = 1_000;

  private final EpochClock clock;
  private final InMemoryResets resets;
  private final Map<CellKey, Rows> cells = new HashMap<>();

  /** The same cells in the order in which they came: a pull of everything follows it, since changes do not affect it. */
  private final NavigableMap<Long, Rows> births = new TreeMap<>();

  private final Map<Member, Seen> members = new HashMap<>();

  /** The one that changed last: a pull walks from here to the first one that it need not see. */
  private @Nullable Rows newest;

  /** Whether the line is in order of time. Not any more once the clock was set back: then a pull looks at all of them. */
  private boolean isOrdered = true;

  private long sweptAt = Long.MIN_VALUE;

  /** Counts births and changes, and never begins anew: places that were told stay valid. */
  private long number;

  /** An empty ledger on this clock. */
  public InMemoryLedger(EpochClock clock) {
    this.clock = clock;
    this.resets = new InMemoryResets(clock);
  }

  @Override
  public synchronized CompletionStage<List<Rejection>> push(List<Component> components) {
    long now = clock.epochMillis();
    for (Component component : components) {
      Rows rows = cells.computeIfAbsent(component.cell(), this::born);
      Owner owner = new Owner(component.region(), component.writer());
      long known = rows.counts.getOrDefault(owner, 0L);
      boolean isNew = known == 0 && component.count() != 0;
      if (isNew || component.count() > known || !CellKey.isPlausible(known)) {
        rows.counts.put(owner, component.count());
        rows.updatedAt = now;
        rows.change = ++number;
        moveToFront(rows);
      }
    }
    return CompletableFuture.completedFuture(List.of());
  }

  private Rows born(CellKey cell) {
    Rows rows = new Rows(cell, ++number);
    births.put(rows.birth, rows);
    return rows;
  }

  private void moveToFront(Rows rows) {
    takeOut(rows);
    Rows before = newest;
    isOrdered &= before == null || before.updatedAt <= rows.updatedAt;
    rows.older = before;
    if (before != null) {
      before.newer = rows;
    }
    newest = rows;
  }

  private void takeOut(Rows rows) {
    Rows older = rows.older;
    Rows newer = rows.newer;
    if (older != null) {
      older.newer = newer;
    }
    if (newer != null) {
      newer.older = older;
    } else if (newest == rows) {
      newest = older;
    }
    rows.older = null;
    rows.newer = null;
  }

  @Override
  public synchronized CompletionStage<Page> pull(Asker asker, Cursor from, int limit) {
    long now = clock.epochMillis();
    sweep(now);
    long place = from.isAtBeginning() ? 0 : Long.parseLong(from.place());
    Iterator<Rows> line = from.isFull()
        ? births.tailMap(place, false).values().iterator()
        : changes(from.since(), place);
    List<Sums> sums = new ArrayList<>();
    long watermark = from.since();
    while (line.hasNext() && sums.size() < limit) {
      Rows rows = line.next();
      place = from.isFull() ? rows.birth : rows.change;
      if (rows.updatedAt >= from.since() && rows.cell.expiresAtMillis() > now) {
        watermark = Math.max(watermark, rows.updatedAt);
        sums.add(sums(rows.cell, rows, asker));
      }
    }
    Cursor next = from.after(Long.toString(place));
    return CompletableFuture.completedFuture(new Page(sums, watermark, next, !line.hasNext()));
  }

  /** What may have changed since the watermark, and did after this place, the latest change last. */
  private Iterator<Rows> changes(long since, long place) {
    Deque<Rows> line = new ArrayDeque<>();
    for (Rows rows = newest; rows != null && rows.change > place; rows = rows.older) {
      if (rows.updatedAt < since && isOrdered) {
        break;
      }
      line.addFirst(rows);
    }
    return line.iterator();
  }

  private void sweep(long now) {
    if (now < sweptAt || now - SWEEP_MILLIS >= sweptAt) { // the clock may have been set back
      sweptAt = now;
      cells.values().removeIf(rows -> {
        boolean isOver = rows.cell.expiresAtMillis() <= now;
        if (isOver) {
          takeOut(rows);
          births.remove(rows.birth);
        }
        return isOver;
      });
    }
  }

  private static Sums sums(CellKey cell, Rows rows, Asker asker) {
    long regional = 0;
    long foreign = 0;
    int leftOut = 0;
    for (Map.Entry<Owner, Long> row : rows.counts.entrySet()) {
      if (!CellKey.isPlausible(row.getValue())) {
        leftOut++;
      } else if (row.getKey().isPartOf(asker)) {
        regional = Window.plus(regional, row.getValue());
      } else {
        foreign = Window.plus(foreign, row.getValue());
      }
    }
    return new Sums(cell, regional, foreign, leftOut);
  }

  @Override
  public synchronized CompletionStage<Void> leave(String region, String incarnation) {
    long gone = clock.epochMillis() - PROCESS_LIFE_MILLIS - 1;
    members.computeIfPresent(
        new Member(region, incarnation),
        (member, seen) -> new Seen(gone, seen.origin(), seen.number()));
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public synchronized CompletionStage<Pulse> beat(Heartbeat heartbeat) {
    long now = clock.epochMillis();
    String region = heartbeat.region();
    Member sender = new Member(region, heartbeat.incarnation());
    Seen before = members.get(sender);
    long previous = before == null ? 0 : before.number();
    members.put(sender, new Seen(now, heartbeat.origin(), Math.max(previous, heartbeat.number())));
    members.values().removeIf(seen -> seen.at() < now - REGION_LIFE_MILLIS);
    Set<String> regions = new HashSet<>();
    Set<String> origins = new HashSet<>();
    int siblings = 0;
    for (Map.Entry<Member, Seen> member : members.entrySet()) {
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
        new Pulse(regions.size(), siblings, origins.size(), isMixed, previous, now));
  }

  /** Everything that every region pushed into the cell. */
  public synchronized long total(CellKey cell) {
    Rows rows = cells.get(cell);
    return rows == null
        ? 0
        : rows.counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** What a region has in the cell, as far as it was pushed. */
  public synchronized long total(CellKey cell, String region) {
    Rows rows = cells.get(cell);
    return rows == null ? 0 : sums(cell, rows, Asker.of(region)).regional();
  }

  /** Loses everything, as a database does that is restored from nothing. */
  public synchronized void wipe() {
    resets.wipe();
    cells.clear();
    births.clear();
    members.clear();
    newest = null;
  }

  /** How many components the ledger holds. */
  public synchronized int components() {
    return cells.values().stream().mapToInt(rows -> rows.counts.size()).sum();
  }

  @Override
  public InMemoryResets resets() {
    return resets;
  }

  @Override
  public void close() {}
}
