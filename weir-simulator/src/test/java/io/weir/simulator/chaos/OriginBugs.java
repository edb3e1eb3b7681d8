// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.Origin;
import io.weir.simulator.fleet.InjectedBug;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.traffic.SimulatedCheck;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;

/** Bugs in the connection to a region's origin and in the origin. */
final class OriginBugs {
  private OriginBugs() {}

  /** An origin that forwards all calls; bugs override some of them. */
  private static class ForwardingOrigin implements Origin {
    final Origin delegate;

    ForwardingOrigin(Origin delegate) {
      this.delegate = delegate;
    }

    @Override
    public CompletionStage<List<Long>> read(List<Query> queries) {
      return delegate.read(queries);
    }

    @Override
    public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
      return delegate.publish(publications);
    }

    @Override
    public CompletionStage<Void> restore(List<Restoration> restorations) {
      return delegate.restore(restorations);
    }

    @Override
    public CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat) {
      return delegate.heartbeat(originHeartbeat);
    }

    @Override
    public void close() {
      delegate.close();
    }
  }

  private static InjectedBug publishing(UnaryOperator<Origin.Publication> change) {
    return new InjectedBug() {
      @Override
      public Origin origin(ProcessInstance processInstance, Origin origin) {
        return new ForwardingOrigin(origin) {
          @Override
          public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
            return delegate.publish(publications.stream().map(change).toList());
          }
        };
      }
    };
  }

  /** A bug that publishes the cost of a batch that is undecided or was refused. */
  static final class SpeculativePublish implements InjectedBug {
    private final Map<ProcessInstance, Map<SubjectKey, Long>> held = new HashMap<>();

    private Map<SubjectKey, Long> heldBy(ProcessInstance processInstance) {
      return held.computeIfAbsent(processInstance, one -> new HashMap<>());
    }

    @Override
    public void beforeBatch(ProcessInstance processInstance, List<SimulatedCheck> batch) {
      heldBy(processInstance).clear();
      batch.forEach(simulatedCheck -> heldBy(processInstance)
          .merge(simulatedCheck.spender().key(), simulatedCheck.cost(), Long::sum));
    }

    @Override
    public Origin origin(ProcessInstance processInstance, Origin origin) {
      return new ForwardingOrigin(origin) {
        @Override
        public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
          return delegate
              .publish(publications.stream()
                  .map(each -> new Publication(
                      each.cell(),
                      each.field(),
                      each.count()
                          + heldBy(processInstance).getOrDefault(each.cell().subject(), 0L),
                      each.timeToLiveMillis()))
                  .toList())
              .thenApply(receipts -> {
                heldBy(processInstance).clear();
                return receipts;
              });
        }
      };
    }
  }

  /** A bug that lets an evicted subject resume its old field name, counting from zero. */
  static final class ResumedField implements InjectedBug {
    @Override
    public Origin origin(ProcessInstance processInstance, Origin origin) {
      Map<SubjectKey, String> names = new HashMap<>();
      return new ForwardingOrigin(origin) {
        @Override
        public CompletionStage<List<Long>> read(List<Query> queries) {
          return delegate.read(queries.stream()
              .map(each -> new Query(each.cell(), name(each.cell(), each.field())))
              .toList());
        }

        @Override
        public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
          return delegate.publish(publications.stream()
              .map(each -> new Publication(
                  each.cell(),
                  name(each.cell(), each.field()),
                  each.count(),
                  each.timeToLiveMillis()))
              .toList());
        }

        private String name(CellKey cell, String field) {
          return names.computeIfAbsent(cell.subject(), subject -> field);
        }
      };
    }
  }

  /** A bug that acknowledges every seventh publish but drops it. */
  static final class DroppedPublish implements InjectedBug {
    private int calls;

    @Override
    public Origin origin(ProcessInstance processInstance, Origin origin) {
      return new ForwardingOrigin(origin) {
        @Override
        public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
          return ++calls % 7 == 0
              ? CompletableFuture.completedStage(publications.stream()
                  .map(each -> new Receipt(0, each.count()))
                  .toList())
              : delegate.publish(publications);
        }
      };
    }
  }

  /** Returns a bug that expires a cell at the end of its window, although it still affects the next one. */
  static InjectedBug earlyExpiry() {
    return publishing(each -> new Origin.Publication(
        each.cell(),
        each.field(),
        each.count(),
        Math.max(
            1,
            each.timeToLiveMillis()
                - each.cell().subject().durationMillis()
                - TrialRecords.SPARE_LIFE_MILLIS)));
  }

  /** A bug that also counts a process's own units as its siblings'. */
  static final class OwnAsSibling implements InjectedBug {
    @Override
    public Origin origin(ProcessInstance processInstance, Origin origin) {
      return new ForwardingOrigin(origin) {
        @Override
        public CompletionStage<List<Long>> read(List<Query> queries) {
          return delegate.read(
              queries.stream().map(each -> new Query(each.cell(), "nobody.0")).toList());
        }
      };
    }
  }

  /** A bug that hides that the origin was wiped. */
  static final class UnseenWipe implements InjectedBug {
    @Override
    public Origin origin(ProcessInstance processInstance, Origin origin) {
      return new ForwardingOrigin(origin) {
        @Override
        public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
          return delegate
              .publish(publications)
              .thenApply(receipts -> receipts.stream()
                  .map(each -> new Receipt(each.siblings(), Long.MAX_VALUE))
                  .toList());
        }

        @Override
        public CompletionStage<OriginStatus> heartbeat(OriginHeartbeat originHeartbeat) {
          return delegate
              .heartbeat(originHeartbeat)
              .thenApply(originStatus -> new OriginStatus(
                  originStatus.processes(),
                  originStatus.completeMillis(),
                  originStatus.dataSet(),
                  "always",
                  originStatus.previousNumber(),
                  originStatus.epochMillis()));
        }
      };
    }
  }

  /** A bug that makes the store keep the latest count instead of the largest: a late duplicate lowers it. */
  static final class OverwritingStore implements InjectedBug {
    private record Place(int region, CellKey cell) {}

    private final Map<Place, Map<String, Long>> cells = new HashMap<>();

    @Override
    public Origin store(ProcessInstance from, Origin store) {
      InMemoryOrigin memory = (InMemoryOrigin) store;
      return new ForwardingOrigin(store) {
        @Override
        public CompletionStage<List<Long>> read(List<Query> queries) {
          return CompletableFuture.completedStage(queries.stream()
              .map(each -> others(from.region(), each.cell(), each.field()))
              .toList());
        }

        @Override
        public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
          List<Receipt> receipts = new ArrayList<>();
          for (Publication each : publications) {
            Place place = new Place(from.region(), each.cell());
            if (memory.fields(each.cell()).isEmpty()) {
              cells.remove(place); // wiped or expired
            }
            Map<String, Long> fields = cells.computeIfAbsent(place, cell -> new HashMap<>());
            Long before = fields.put(each.field(), each.count());
            receipts.add(new Receipt(
                others(from.region(), each.cell(), each.field()), before == null ? 0 : before));
          }
          CompletionStage<List<Receipt>> unused = memory.publish(publications);
          return CompletableFuture.completedStage(receipts);
        }
      };
    }

    private long others(int region, CellKey cell, String field) {
      return cells.getOrDefault(new Place(region, cell), Map.of()).entrySet().stream()
          .filter(entry -> !entry.getKey().equals(field))
          .mapToLong(Map.Entry::getValue)
          .sum();
    }

    @Override
    public Map<String, Long> visibleFields(int region, CellKey cell, Map<String, Long> fields) {
      return fields.isEmpty()
          ? fields
          : Map.copyOf(cells.getOrDefault(new Place(region, cell), Map.of()));
    }
  }

  /** A bug that shortens names, like a case-insensitive collation, so that several subjects share cells. */
  static final class SharedCells implements InjectedBug {
    private final Map<Integer, InMemoryOrigin> stores = new HashMap<>();

    private static CellKey shortened(CellKey cell) {
      SubjectKey subject = cell.subject();
      return new CellKey(
          new SubjectKey(
              subject.workspace(), subject.namespace(), "user-0", subject.durationMillis()),
          cell.sequence());
    }

    @Override
    public Origin store(ProcessInstance from, Origin store) {
      stores.put(from.region(), (InMemoryOrigin) store);
      return new ForwardingOrigin(store) {
        @Override
        public CompletionStage<List<Long>> read(List<Query> queries) {
          return delegate.read(queries.stream()
              .map(each -> new Query(shortened(each.cell()), each.field()))
              .toList());
        }

        @Override
        public CompletionStage<List<Receipt>> publish(List<Publication> publications) {
          return delegate.publish(publications.stream()
              .map(each -> new Publication(
                  shortened(each.cell()), each.field(), each.count(), each.timeToLiveMillis()))
              .toList());
        }
      };
    }

    @Override
    public Map<String, Long> visibleFields(int region, CellKey cell, Map<String, Long> fields) {
      InMemoryOrigin store = stores.get(region);
      return store == null ? fields : store.fields(shortened(cell));
    }
  }
}
