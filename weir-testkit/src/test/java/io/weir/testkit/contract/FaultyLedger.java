// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import io.weir.CellKey;
import io.weir.ledger.Ledger;
import io.weir.time.EpochClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A ledger with one fault, to prove that the contract finds it. */
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
    NEVER_EXPIRES,
    ROUNDS_LARGE_COUNTS,
    COUNTS_BEATS,
    COUNTS_ALL_PROCESSES,
    IGNORES_THE_ASKERS_WRITER,
    FORGETS_ORIGINS,
    LOWERS_HEARTBEATS
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
  private final Naming naming;
  private final EpochClock clock;
  private final Map<Object, Map<Object, Row>> cells = new HashMap<>();
  private final List<Owner> processes = new ArrayList<>();
  private final Map<Owner, String> origins = new HashMap<>();
  private final Map<Owner, Long> numbers = new HashMap<>();

  FaultyLedger(Fault fault, Naming naming, EpochClock clock) {
    this.fault = fault;
    this.naming = naming;
    this.clock = clock;
  }

  @Override
  public CompletionStage<List<Rejection>> push(List<Component> components) {
    for (Component component : components) {
      Row row = cells
          .computeIfAbsent(naming.of(component.cell()), name -> new HashMap<>())
          .computeIfAbsent(owner(component), owner -> new Row(component));
      long after = switch (fault) {
        case ADDS -> row.count + component.count();
        case OVERWRITES -> component.count();
        case ROUNDS_LARGE_COUNTS -> (long) (double) Math.max(row.count, component.count());
        default -> Math.max(row.count, component.count());
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

  @Override
  public CompletionStage<Page> pull(Asker asker, long since) {
    List<Sums> page = new ArrayList<>();
    long watermark = since;
    for (Map<Object, Row> rows : cells.values()) {
      long newest = rows.values().stream().mapToLong(row -> row.updatedAt).max().orElse(0);
      CellKey cell = rows.values().iterator().next().cell;
      boolean dead = cell.expiresAtMillis() <= clock.epochMillis();
      if (isNew(newest, since) && (!dead || fault == Fault.NEVER_EXPIRES)) {
        watermark = Math.max(watermark, newest);
        page.add(sums(cell, rows, asker, since));
      }
    }
    if (fault == Fault.MAKES_UP_CELLS && page.isEmpty()) {
      page.add(new Sums(new CellKey(LookAlikes.subjects().get(0), 1), 0, 0));
    }
    if (fault == Fault.PAGES_WITHOUT_END && page.size() > 20) {
      page = page.subList(0, 20);
    }
    return CompletableFuture.completedFuture(
        new Page(page, fault == Fault.RUNS_AHEAD ? watermark + 1 : watermark));
  }

  private boolean isNew(long newest, long since) {
    return fault == Fault.SKIPS_THE_WATERMARK ? newest > since : newest >= since;
  }

  private Sums sums(CellKey cell, Map<Object, Row> rows, Asker asker, long since) {
    long regional = 0;
    long foreign = 0;
    for (Row row : rows.values()) {
      if (fault == Fault.SUMS_CHANGED_ROWS_ONLY && row.updatedAt < since) {
        continue;
      }
      boolean isOwn = row.region.equals(asker.region())
          && (asker.writer().isEmpty()
              || row.writer.equals(asker.writer())
              || fault == Fault.IGNORES_THE_ASKERS_WRITER);
      regional += isOwn ? row.count : 0;
      foreign += isOwn && fault != Fault.COUNTS_OWN_AS_FOREIGN ? 0 : row.count;
    }
    return new Sums(cell, regional, foreign);
  }

  @Override
  public CompletionStage<Pulse> beat(Heartbeat heartbeat) {
    String region = heartbeat.region();
    Owner process = new Owner(region, heartbeat.incarnation());
    if (fault == Fault.COUNTS_BEATS || !processes.contains(process)) {
      processes.add(process);
    }
    if (fault != Fault.FORGETS_ORIGINS) {
      origins.put(process, heartbeat.origin());
    }
    Long previous = numbers.merge(process, 0L, Long::max);
    numbers.put(
        process,
        fault == Fault.LOWERS_HEARTBEATS
            ? heartbeat.number()
            : Math.max(previous, heartbeat.number()));
    HashSet<String> regions = new HashSet<>();
    processes.forEach(other -> regions.add(other.region()));
    long own = processes.stream()
        .filter(p -> fault == Fault.COUNTS_ALL_PROCESSES || p.region().equals(region))
        .count();
    return CompletableFuture.completedFuture(new Pulse(
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
