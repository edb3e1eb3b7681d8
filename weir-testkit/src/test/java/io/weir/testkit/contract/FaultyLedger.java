// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import io.weir.CellKey;
import io.weir.ledger.Ledger;
import io.weir.time.EpochClock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A ledger with one fault, to verify that the contract finds it. */
final class FaultyLedger implements Ledger {
  enum Fault {
    NONE,
    MAKES_UP_CELLS,
    ADDS,
    OVERWRITES,
    COUNTS_OWN_AS_FOREIGN,
    SUMS_CHANGED_ROWS_ONLY,
    KEEPS_ONE_WRITER,
    JOINS_OWNERS,
    FOLDS_REGIONS,
    TOUCHES_UNCHANGED_ROWS,
    SKIPS_THE_WATERMARK,
    RUNS_AHEAD,
    PAGES_WITHOUT_END,
    IGNORES_THE_LIMIT,
    COUNTS_WHAT_IT_PASSES,
    FOLLOWS_THE_LAST_PAGE,
    NEVER_EXPIRES,
    ROUNDS_LARGE_COUNTS,
    COUNTS_BEATS,
    COUNTS_ALL_PROCESSES,
    IGNORES_THE_ASKERS_WRITER,
    FORGETS_ORIGINS,
    LOWERS_HEARTBEATS,
    BELIEVES_EVERYTHING,
    KEEPS_WRONG_COUNTS
  }

  private record Owner(String region, String writer) {}

  private static final class Row {
    private final CellKey cell;
    private final String region;
    private final String writer;
    private long count;
    private long updatedAt;

    private Row(Component component) {
      this.cell = component.cell();
      this.region = component.region();
      this.writer = component.writer();
    }
  }

  private final Fault fault;
  private final CellNaming cellNaming;
  private final EpochClock clock;
  private final Map<Object, Map<Object, Row>> cells = new LinkedHashMap<>();
  private final List<Owner> processes = new ArrayList<>();
  private final Map<Owner, String> origins = new HashMap<>();
  private final Map<Owner, Long> numbers = new HashMap<>();

  FaultyLedger(Fault fault, CellNaming cellNaming, EpochClock clock) {
    this.fault = fault;
    this.cellNaming = cellNaming;
    this.clock = clock;
  }

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    for (Component component : components) {
      Row row = cells
          .computeIfAbsent(cellNaming.of(component.cell()), name -> new HashMap<>())
          .computeIfAbsent(owner(component), owner -> new Row(component));
      boolean isKept = row.count != 0 && CellKey.isPlausible(row.count);
      long larger = isKept ? Math.max(row.count, component.count()) : component.count();
      long after = switch (fault) {
        case ADDS -> row.count + component.count();
        case OVERWRITES -> component.count();
        case ROUNDS_LARGE_COUNTS -> (long) (float) larger;
        case KEEPS_WRONG_COUNTS -> Math.max(row.count, component.count());
        default -> larger;
      };
      if (after != row.count || fault == Fault.TOUCHES_UNCHANGED_ROWS) {
        row.updatedAt = clock.epochMillis();
      }
      row.count = after;
    }
    return CompletableFuture.completedFuture(List.of());
  }

  private Object owner(Component component) {
    return switch (fault) {
      case KEEPS_ONE_WRITER -> component.region();
      case JOINS_OWNERS -> component.region() + "-" + component.writer();
      case FOLDS_REGIONS ->
        new Owner(component.region().toLowerCase(Locale.ROOT), component.writer());
      default -> new Owner(component.region(), component.writer());
    };
  }

  /** A cell of the reply. */
  private record Entry(long changedAt, long birth, CellSums sums) {
    private static final Comparator<Entry> BY_BIRTH = Comparator.comparingLong(Entry::birth);
    private static final Comparator<Entry> BY_CHANGE =
        Comparator.comparingLong(Entry::changedAt).thenComparing(BY_BIRTH);
  }

  @Override
  public CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit) {
    boolean counts = fault == Fault.COUNTS_WHAT_IT_PASSES;
    List<Entry> line = entries(pullRequester, from.since());
    line.sort(from.isFull() && !counts ? Entry.BY_BIRTH : Entry.BY_CHANGE);
    long[] place = from.isAtBeginning()
        ? new long[] {Long.MIN_VALUE, -1, 0}
        : Arrays.stream(from.position().split(" ")).mapToLong(Long::parseLong).toArray();
    List<Entry> rest = counts
        ? line.subList((int) Math.min(place[2], line.size()), line.size())
        : line.stream().filter(entry -> isBehind(entry, place, from.isFull())).toList();
    boolean isWhole = fault == Fault.IGNORES_THE_LIMIT || rest.size() <= limit;
    List<Entry> page = isWhole ? rest : rest.subList(0, limit);
    long watermark = (fault == Fault.FOLLOWS_THE_LAST_PAGE ? rest : page)
        .stream().mapToLong(Entry::changedAt).reduce(from.since(), Math::max);
    PullCursor next = from;
    if (!page.isEmpty()) {
      Entry last = page.get(page.size() - 1);
      next = from.after(last.changedAt() + " " + last.birth() + " " + (place[2] + page.size()));
    }
    return CompletableFuture.completedFuture(new PullPage(
        sums(page), fault == Fault.RUNS_AHEAD ? watermark + 1 : watermark, next, isWhole));
  }

  private static boolean isBehind(Entry entry, long[] place, boolean isFull) {
    boolean isSameChange = isFull || entry.changedAt() == place[0];
    return isSameChange ? entry.birth() > place[1] : entry.changedAt() > place[0];
  }

  private List<CellSums> sums(List<Entry> page) {
    if (fault == Fault.MAKES_UP_CELLS && page.isEmpty()) {
      return List.of(new CellSums(new CellKey(ConfusableSubjects.subjects().get(0), 1), 0, 0));
    }
    boolean isCut = fault == Fault.PAGES_WITHOUT_END && page.size() > 20;
    return (isCut ? page.subList(0, 20) : page).stream().map(Entry::sums).toList();
  }

  private List<Entry> entries(PullRequester pullRequester, long since) {
    List<Entry> entries = new ArrayList<>();
    long birth = 0;
    for (Map<Object, Row> rows : cells.values()) {
      birth++;
      long newest = rows.values().stream().mapToLong(row -> row.updatedAt).max().orElse(0);
      CellKey cell = rows.values().iterator().next().cell;
      boolean dead = cell.expiresAtMillis() <= clock.epochMillis();
      if (isNew(newest, since) && (!dead || fault == Fault.NEVER_EXPIRES)) {
        entries.add(new Entry(newest, birth, sums(cell, rows, pullRequester, since)));
      }
    }
    return entries;
  }

  private boolean isNew(long newest, long since) {
    return fault == Fault.SKIPS_THE_WATERMARK ? newest > since : newest >= since;
  }

  private CellSums sums(
      CellKey cell, Map<Object, Row> rows, PullRequester pullRequester, long since) {
    long regional = 0;
    long foreign = 0;
    int leftOut = 0;
    for (Row row : rows.values()) {
      if (fault == Fault.SUMS_CHANGED_ROWS_ONLY && row.updatedAt < since) {
        continue;
      }
      if (!CellKey.isPlausible(row.count) && fault != Fault.BELIEVES_EVERYTHING) {
        leftOut++;
        continue;
      }
      boolean isOwn = row.region.equals(pullRequester.region())
          && (pullRequester.writer().isEmpty()
              || row.writer.equals(pullRequester.writer())
              || fault == Fault.IGNORES_THE_ASKERS_WRITER);
      regional += isOwn ? row.count : 0;
      foreign += isOwn && fault != Fault.COUNTS_OWN_AS_FOREIGN ? 0 : row.count;
    }
    return new CellSums(cell, regional, foreign, leftOut);
  }

  @Override
  public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
    String region = ledgerHeartbeat.region();
    Owner process = new Owner(region, ledgerHeartbeat.incarnation());
    if (fault == Fault.COUNTS_BEATS || !processes.contains(process)) {
      processes.add(process);
    }
    if (fault != Fault.FORGETS_ORIGINS) {
      origins.put(process, ledgerHeartbeat.origin());
    }
    Long previous = numbers.merge(process, 0L, Long::max);
    numbers.put(
        process,
        fault == Fault.LOWERS_HEARTBEATS
            ? ledgerHeartbeat.number()
            : Math.max(previous, ledgerHeartbeat.number()));
    HashSet<String> regions = new HashSet<>();
    processes.forEach(other -> regions.add(other.region()));
    long own = processes.stream()
        .filter(p -> fault == Fault.COUNTS_ALL_PROCESSES || p.region().equals(region))
        .count();
    return CompletableFuture.completedFuture(new LedgerStatus(
        regions.size(),
        (int) own,
        originsOf(region),
        isMixed(region),
        previous,
        clock.epochMillis()));
  }

  private boolean isMixed(String region) {
    return origins.entrySet().stream()
            .filter(each -> each.getKey().region().equals(region))
            .map(Map.Entry::getValue)
            .distinct()
            .count()
        > 1;
  }

  private int originsOf(String region) {
    return (int) origins.entrySet().stream()
        .filter(each -> each.getKey().region().equals(region))
        .map(Map.Entry::getValue)
        .filter(origin -> !origin.isEmpty())
        .distinct()
        .count();
  }

  @Override
  public void close() {}
}
