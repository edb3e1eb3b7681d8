// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.contract;

import io.weir.CellKey;
import io.weir.origin.Origin;
import io.weir.time.EpochClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An origin with one fault, to verify that the contract finds it. */
final class FaultyOrigin implements Origin {
  enum Fault {
    NONE,
    LOSES_EVERYTHING,
    MAKES_UP_COUNTS,
    ADDS,
    OVERWRITES,
    COUNTS_OWN_IN_READS,
    COUNTS_OWN_IN_RECEIPTS,
    IGNORES_GENERATIONS,
    TELLS_AFTER_FOR_BEFORE,
    SORTS_ANSWERS,
    NEVER_EXPIRES,
    SHORTENS_LIVES,
    REMEMBERS_THE_DEAD,
    ROUNDS_LARGE_COUNTS,
    COUNTS_BEATS,
    COUNTS_DEAD_PROCESSES,
    IGNORES_GOODBYES,
    NEVER_CHANGES_IDENTITY,
    CHANGES_IDENTITY_OFTEN,
    HAS_A_STOPPED_CLOCK,
    COUNTS_ALL_AS_CAUGHT_UP,
    RENAMES_ITS_DATA,
    LOWERS_HEARTBEATS,
    IS_COMPLETE_FOR_ALL,
    IGNORES_LEASES,
    ALWAYS_LOST,
    NEVER_NAMES_ITS_DATA,
    RESTORES_NOTHING,
    RESTORES_WHAT_IS_THERE,
    ADDS_UP_RESTORATIONS,
    ALWAYS_CREATES,
    ALWAYS_CREATES_FIELDS,
    FORGETS_WHAT_IS_RESERVED,
    CROWDS_CELLS,
    BELIEVES_EVERYTHING,
    KEEPS_FAULTS_TO_ITSELF,
    COUNTS_NO_MEMORY,
    COUNTS_MEMORY_PER_PROCESS
  }

  private static final class Counts {
    private final Map<String, Long> fields = new HashMap<>();
    private long expiresAt = Long.MIN_VALUE;
  }

  private final Fault fault;
  private final CellNaming cellNaming;
  private final EpochClock clock;
  private final long born;
  private final Map<Object, Counts> cells = new HashMap<>();
  private final Map<String, Long> processes = new HashMap<>();
  private final Map<String, CompletionProgress> progress = new HashMap<>();
  private final Map<String, Long> numbers = new HashMap<>();
  private final Map<String, OriginMemory> memory = new HashMap<>();
  private FaultListener listener = (cell, isReadable, what) -> {};
  private String dataSet = "";
  private long namelessSince = Long.MAX_VALUE;
  private long knownSince = Long.MAX_VALUE;
  private long completeSince = Long.MAX_VALUE;
  private int beats;
  private int wipes;

  FaultyOrigin(Fault fault, CellNaming cellNaming, EpochClock clock) {
    this.fault = fault;
    this.cellNaming = cellNaming;
    this.clock = clock;
    this.born = clock.epochMillis();
  }

  @Override
  public CompletionStage<List<Long>> read(List<Query> queries) {
    List<Long> sums = new ArrayList<>();
    for (Query query : queries) {
      Counts counts = live(cellNaming.of(query.cell()));
      long sum = counts == null ? 0 : siblings(counts, query.field(), Fault.COUNTS_OWN_IN_READS);
      sums.add(fault == Fault.MAKES_UP_COUNTS && counts == null ? 1 : sum);
      report(query.cell(), counts);
    }
    if (fault == Fault.SORTS_ANSWERS) {
      sums.sort(Comparator.naturalOrder());
    }
    return CompletableFuture.completedFuture(sums);
  }

  private @Nullable Counts live(Object name) {
    Counts counts = cells.get(name);
    boolean dead = counts != null && counts.expiresAt <= clock.epochMillis();
    return dead && fault != Fault.NEVER_EXPIRES ? null : counts;
  }

  private long siblings(Counts counts, String field, Fault countsOwn) {
    String own = fault == countsOwn ? "" : writer(field);
    boolean believes = fault == Fault.BELIEVES_EVERYTHING;
    return counts.fields.entrySet().stream()
        .filter(entry -> !entry.getKey().equals(own))
        .mapToLong(Map.Entry::getValue)
        .filter(count -> believes || CellKey.isPlausible(count))
        .sum();
  }

  private String writer(String field) {
    int dot = fault == Fault.IGNORES_GENERATIONS ? field.indexOf('.') : -1;
    return dot < 0 ? field : field.substring(0, dot);
  }

  @Override
  public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
    List<Receipt> receipts = new ArrayList<>();
    for (Publication publication : publications) {
      receipts.add(publish(publication));
    }
    if (fault == Fault.LOSES_EVERYTHING) {
      cells.clear();
    }
    if (fault == Fault.SORTS_ANSWERS) {
      receipts.sort(Comparator.comparingLong(Receipt::before));
    }
    return CompletableFuture.completedFuture(receipts);
  }

  private void report(CellKey cell, @Nullable Counts counts) {
    if (counts != null && fault != Fault.KEEPS_FAULTS_TO_ITSELF) {
      counts.fields.values().stream()
          .filter(count -> !CellKey.isPlausible(count))
          .forEach(count -> listener.onFault(cell, true, "has " + count));
    }
  }

  @Override
  public void onFault(FaultListener hears) {
    listener = hears;
  }

  @Override
  public CompletionStage<OriginSpaceUsage> reportUsage(UsageReport usageReport) {
    if (fault == Fault.COUNTS_MEMORY_PER_PROCESS) {
      memory.clear();
    }
    if (fault != Fault.COUNTS_NO_MEMORY) {
      usageReport
          .additions()
          .forEach(each -> memory.merge(each.workspace(), each.memory(), OriginMemory::plus));
    }
    return CompletableFuture.completedFuture(new OriginSpaceUsage(
        usageReport.workspaces().stream()
            .map(each -> memory.getOrDefault(each, OriginMemory.NONE))
            .toList(),
        memory.values().stream().reduce(OriginMemory.NONE, OriginMemory::plus),
        OriginSpaceUsage.UNKNOWN_CEILING));
  }

  private Receipt publish(Publication publication) {
    Object name = cellNaming.of(publication.cell());
    Counts known = live(name);
    boolean isNew = known == null;
    boolean isReserved =
        known != null && known.fields.size() < publication.reservedFields(); // if it is new
    PublishOutcome publishOutcome = outcome(publication, known);
    if (publishOutcome != PublishOutcome.STORED) {
      return Receipt.of(
          publishOutcome,
          known == null ? 0 : siblings(known, publication.field(), Fault.COUNTS_OWN_IN_RECEIPTS));
    }
    if (live(name) == null && fault != Fault.REMEMBERS_THE_DEAD) {
      cells.remove(name);
    }
    Counts counts = cells.computeIfAbsent(name, key -> new Counts());
    long until = clock.epochMillis() + publication.timeToLiveMillis();
    boolean isShort = fault == Fault.SHORTENS_LIVES && until < counts.expiresAt;
    counts.expiresAt = isShort ? until : Math.max(counts.expiresAt, until);
    long before = counts.fields.getOrDefault(writer(publication.field()), 0L);
    long after = after(before, publication.count());
    counts.fields.put(writer(publication.field()), after);
    report(publication.cell(), counts);
    return new Receipt(
        siblings(counts, publication.field(), Fault.COUNTS_OWN_IN_RECEIPTS),
        fault == Fault.TELLS_AFTER_FOR_BEFORE ? after : before,
        PublishOutcome.STORED,
        new OriginMemory(isNew ? 1 : 0, isNew ? 200 : before == 0 && !isReserved ? 20 : 0));
  }

  private PublishOutcome outcome(Publication publication, @Nullable Counts counts) {
    if (counts == null) {
      boolean isCreated = publication.mayCreate() || fault == Fault.ALWAYS_CREATES;
      return isCreated ? PublishOutcome.STORED : PublishOutcome.NO_ROOM;
    }
    if (counts.fields.containsKey(writer(publication.field()))) {
      return PublishOutcome.STORED;
    }
    int fields = counts.fields.size();
    if (fields >= MAX_FIELDS && fault != Fault.CROWDS_CELLS) {
      return PublishOutcome.TOO_MANY_FIELDS;
    }
    boolean isReserved =
        fields < publication.reservedFields() && fault != Fault.FORGETS_WHAT_IS_RESERVED;
    boolean isCreated = publication.mayCreate() || fault == Fault.ALWAYS_CREATES_FIELDS;
    return isReserved || isCreated ? PublishOutcome.STORED : PublishOutcome.NO_ROOM;
  }

  private long after(long before, long count) {
    return switch (fault) {
      case ADDS -> before + count;
      case OVERWRITES -> count;
      case ROUNDS_LARGE_COUNTS -> (long) (float) Math.max(before, count);
      default -> Math.max(before, count);
    };
  }

  @Override
  public CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat) {
    beats++;
    long now = clock.epochMillis();
    String incarnation = originHeartbeat.incarnation();
    if (fault != Fault.IGNORES_GOODBYES || originHeartbeat.timeToLiveMillis() > 0) {
      processes.put(
          fault == Fault.COUNTS_BEATS ? incarnation + beats : incarnation,
          now + originHeartbeat.timeToLiveMillis());
    }
    if (fault != Fault.COUNTS_DEAD_PROCESSES) {
      processes.values().removeIf(until -> until <= now);
    }
    int identity = switch (fault) {
      case NEVER_CHANGES_IDENTITY -> 0;
      case CHANGES_IDENTITY_OFTEN -> beats;
      default -> wipes;
    };
    return CompletableFuture.completedFuture(new OriginStatus(
        processes.size(),
        completeMillis(originHeartbeat, "id" + identity, now),
        dataSet(originHeartbeat, now),
        "id" + identity,
        previousNumber(originHeartbeat),
        fault == Fault.HAS_A_STOPPED_CLOCK ? born : now));
  }

  private long completeMillis(OriginHeartbeat originHeartbeat, String identity, long now) {
    progress.put(originHeartbeat.incarnation(), originHeartbeat.progress());
    if (!originHeartbeat.identity().equals(identity) && fault != Fault.IS_COMPLETE_FOR_ALL) {
      return INCOMPLETE;
    }
    knownSince = Math.min(knownSince, now);
    boolean isLeaseOver = fault == Fault.IGNORES_LEASES || now - knownSince >= LEASE_MILLIS;
    boolean areCaughtUp = fault == Fault.COUNTS_ALL_AS_CAUGHT_UP
        || !progress.containsValue(CompletionProgress.BEHIND);
    boolean isLost =
        progress.values().stream().anyMatch(each -> each != CompletionProgress.NEVER_BEHIND);
    if (isLost && isLeaseOver && areCaughtUp) {
      completeSince = Math.min(completeSince, now);
    }
    if (completeSince <= now) {
      return now - completeSince;
    }
    return isLost || fault == Fault.ALWAYS_LOST ? INCOMPLETE : NEVER_LOST;
  }

  private String dataSet(OriginHeartbeat originHeartbeat, long now) {
    namelessSince = Math.min(namelessSince, now);
    if (!dataSet.isEmpty()) {
      return dataSet;
    }
    boolean isForgotten = originHeartbeat.dataSet().isEmpty() || fault == Fault.RENAMES_ITS_DATA;
    if (!isForgotten) {
      dataSet = originHeartbeat.dataSet();
    } else if (now - namelessSince >= LEASE_MILLIS
        ? fault != Fault.NEVER_NAMES_ITS_DATA
        : fault == Fault.IGNORES_LEASES || fault == Fault.RENAMES_ITS_DATA) {
      dataSet = "data" + wipes + beats;
    }
    return dataSet;
  }

  private long previousNumber(OriginHeartbeat originHeartbeat) {
    long previous = numbers.getOrDefault(originHeartbeat.incarnation(), 0L);
    numbers.put(
        originHeartbeat.incarnation(),
        fault == Fault.LOWERS_HEARTBEATS
            ? originHeartbeat.number()
            : Math.max(previous, originHeartbeat.number()));
    return previous;
  }

  @Override
  public CompletionStage<Void> restore(List<Restoration> restorations) {
    for (Restoration each : restorations) {
      Counts counts = cells.computeIfAbsent(cellNaming.of(each.cell()), name -> new Counts());
      counts.expiresAt = clock.epochMillis() + each.timeToLiveMillis();
      long restored = counts.fields.getOrDefault("*", 0L);
      long others = fault == Fault.RESTORES_WHAT_IS_THERE
          ? 0
          : siblings(counts, each.field(), Fault.COUNTS_OWN_IN_READS) - restored;
      long missing = each.siblings() - others;
      if (fault == Fault.ADDS_UP_RESTORATIONS && missing > 0) {
        counts.fields.put("*", restored + missing);
      } else if (missing > restored && fault != Fault.RESTORES_NOTHING) {
        counts.fields.put("*", missing);
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  void wipe() {
    cells.clear();
    memory.clear();
    processes.clear();
    numbers.clear();
    dataSet = "";
    namelessSince = Long.MAX_VALUE;
    knownSince = Long.MAX_VALUE;
    completeSince = Long.MAX_VALUE;
    wipes++;
  }

  @Override
  public void close() {}
}
