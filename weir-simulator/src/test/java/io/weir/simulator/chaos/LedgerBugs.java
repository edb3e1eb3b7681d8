// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.CellKey;
import io.weir.ledger.Ledger;
import io.weir.simulator.fleet.InjectedBug;
import io.weir.simulator.fleet.ProcessInstance;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** Bugs in the connection to the ledger, in the ledger, and in the names of processes. */
final class LedgerBugs {
  private LedgerBugs() {}

  /** A ledger that forwards all calls; bugs override some of them. */
  private static class ForwardingLedger implements Ledger {
    final Ledger delegate;

    ForwardingLedger(Ledger delegate) {
      this.delegate = delegate;
    }

    @Override
    public CompletionStage<List<Rejection>> push(List<Component> components) {
      return delegate.push(components);
    }

    @Override
    public CompletionStage<PullPage> pull(PullRequester pullRequester, PullCursor from, int limit) {
      return delegate.pull(pullRequester, from, limit);
    }

    @Override
    public CompletionStage<LedgerStatus> heartbeat(LedgerHeartbeat ledgerHeartbeat) {
      return delegate.heartbeat(ledgerHeartbeat);
    }

    @Override
    public void close() {
      delegate.close();
    }
  }

  private static Ledger.PullPage with(
      Ledger.PullPage pullPage, UnaryOperator<Ledger.CellSums> change) {
    return new Ledger.PullPage(
        pullPage.sums().stream().map(change).toList(),
        pullPage.watermark(),
        pullPage.next(),
        pullPage.isLast());
  }

  /** A bug that adds the spending of other regions to a region's pushes. */
  static final class EchoedForeign implements InjectedBug {
    @Override
    public Ledger ledger(ProcessInstance processInstance, Ledger ledger) {
      Map<CellKey, Long> imported = new HashMap<>();
      return new ForwardingLedger(ledger) {
        @Override
        public CompletionStage<List<Rejection>> push(List<Component> components) {
          return delegate.push(components.stream()
              .map(each -> new Component(
                  each.cell(),
                  each.region(),
                  each.writer(),
                  each.count() + imported.getOrDefault(each.cell(), 0L)))
              .toList());
        }

        @Override
        public CompletionStage<PullPage> pull(
            PullRequester pullRequester, PullCursor from, int limit) {
          return delegate.pull(pullRequester, from, limit).thenApply(pullPage -> {
            pullPage.sums().forEach(cellSums -> imported.put(cellSums.cell(), cellSums.foreign()));
            return pullPage;
          });
        }
      };
    }
  }

  /** A bug that counts the row of the own region as foreign. */
  static final class OwnRowAsForeign implements InjectedBug {
    @Override
    public Ledger store(ProcessInstance from, Ledger store) {
      return new ForwardingLedger(store) {
        @Override
        public CompletionStage<PullPage> pull(
            PullRequester pullRequester, PullCursor from, int limit) {
          return delegate
              .pull(pullRequester, from, limit)
              .thenApply(pullPage -> with(
                  pullPage,
                  cellSums -> new CellSums(
                      cellSums.cell(),
                      cellSums.regional(),
                      cellSums.foreign() + cellSums.regional())));
        }
      };
    }
  }

  /** A bug that sums only the changed rows of a cell in a pull. */
  static final class SumOverChangedRows implements InjectedBug {
    private record Row(CellKey cell, String region, String writer) {}

    private record Change(long count, long number) {}

    private final Map<Row, Change> rows = new HashMap<>();
    private long changes;

    @Override
    public Ledger store(ProcessInstance from, Ledger store) {
      long[] read = {0};
      return new ForwardingLedger(store) {
        @Override
        public CompletionStage<List<Rejection>> push(List<Component> components) {
          for (Component each : components) {
            Row row = new Row(each.cell(), each.region(), each.writer());
            Change known = rows.get(row);
            if (known == null || known.count() < each.count()) {
              rows.put(row, new Change(each.count(), ++changes));
            }
          }
          return delegate.push(components);
        }

        @Override
        public CompletionStage<PullPage> pull(
            PullRequester pullRequester, PullCursor from, int limit) {
          long before = from.isFull() ? 0 : read[0];
          read[0] = changes;
          return delegate
              .pull(pullRequester, from, limit)
              .thenApply(pullPage -> from.isFull()
                  ? pullPage
                  : with(
                      pullPage,
                      cellSums -> new CellSums(
                          cellSums.cell(),
                          cellSums.regional(),
                          changed(cellSums.cell(), pullRequester.region(), before))));
        }
      };
    }

    private long changed(CellKey cell, String asking, long since) {
      long sum = 0;
      for (Map.Entry<Row, Change> entry : rows.entrySet()) {
        boolean counts = entry.getKey().cell().equals(cell)
            && !entry.getKey().region().equals(asking)
            && entry.getValue().number() > since;
        sum += counts ? entry.getValue().count() : 0;
      }
      return sum;
    }
  }

  /** A bug that makes all processes with an origin write one row, and treat all rows of their region as that row. */
  static final class AllRowsAsOwn implements InjectedBug {
    @Override
    public Ledger ledger(ProcessInstance processInstance, Ledger ledger) {
      if (processInstance.origin() == ProcessInstance.OriginChoice.NONE) {
        return ledger;
      }
      return new ForwardingLedger(ledger) {
        @Override
        public CompletionStage<List<Rejection>> push(List<Component> components) {
          return delegate.push(components.stream()
              .map(each -> new Component(each.cell(), each.region(), "", each.count()))
              .toList());
        }

        @Override
        public CompletionStage<PullPage> pull(
            PullRequester pullRequester, PullCursor from, int limit) {
          return delegate.pull(PullRequester.of(pullRequester.region()), from, limit);
        }
      };
    }
  }

  /** A bug that acknowledges every third push but drops it. */
  static final class DroppedPush implements InjectedBug {
    private int calls;

    @Override
    public Ledger ledger(ProcessInstance processInstance, Ledger ledger) {
      return new ForwardingLedger(ledger) {
        @Override
        public CompletionStage<List<Rejection>> push(List<Component> components) {
          return ++calls % 3 == 0
              ? CompletableFuture.completedStage(List.of())
              : delegate.push(components);
        }
      };
    }
  }

  /** A bug that gives a successor the name of its predecessor. */
  static final class KeptName implements InjectedBug {
    @Override
    public RandomGenerator random(ProcessInstance processInstance, RandomGenerator random) {
      return new SplittableRandom(processInstance.slot().hashCode());
    }
  }
}
