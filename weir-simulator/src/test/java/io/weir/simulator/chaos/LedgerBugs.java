// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import io.weir.CellKey;
import io.weir.ledger.Ledger;
import io.weir.simulator.planet.Life;
import io.weir.simulator.planet.Quirk;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/** Bugs on the way to the ledger, in it, and in how processes are named. */
final class LedgerBugs {
  private LedgerBugs() {}

  /** A ledger that passes everything on; bugs change a part of it. */
  private static class Relay implements Ledger {
    final Ledger to;

    Relay(Ledger to) {
      this.to = to;
    }

    @Override
    public CompletionStage<List<Rejection>> push(List<Component> components) {
      return to.push(components);
    }

    @Override
    public CompletionStage<Page> pull(Asker asker, Cursor from, int limit) {
      return to.pull(asker, from, limit);
    }

    @Override
    public CompletionStage<Pulse> beat(Heartbeat heartbeat) {
      return to.beat(heartbeat);
    }

    @Override
    public void close() {
      to.close();
    }
  }

  private static Ledger.Page with(Ledger.Page page, UnaryOperator<Ledger.Sums> change) {
    return new Ledger.Page(
        page.sums().stream().map(change).toList(), page.watermark(), page.next(), page.isLast());
  }

  /** What others spent is added to what this region tells. */
  static final class EchoedForeign implements Quirk {
    @Override
    public Ledger ledger(Life life, Ledger ledger) {
      Map<CellKey, Long> heard = new HashMap<>();
      return new Relay(ledger) {
        @Override
        public CompletionStage<List<Rejection>> push(List<Component> components) {
          return to.push(components.stream()
              .map(each -> new Component(
                  each.cell(),
                  each.region(),
                  each.writer(),
                  each.count() + heard.getOrDefault(each.cell(), 0L)))
              .toList());
        }

        @Override
        public CompletionStage<Page> pull(Asker asker, Cursor from, int limit) {
          return to.pull(asker, from, limit).thenApply(page -> {
            page.sums().forEach(sums -> heard.put(sums.cell(), sums.foreign()));
            return page;
          });
        }
      };
    }
  }

  /** The row of one's own region counts as somebody else's. */
  static final class OwnRowAsForeign implements Quirk {
    @Override
    public Ledger store(Life from, Ledger store) {
      return new Relay(store) {
        @Override
        public CompletionStage<Page> pull(Asker asker, Cursor from, int limit) {
          return to.pull(asker, from, limit)
              .thenApply(page -> with(
                  page,
                  sums ->
                      new Sums(sums.cell(), sums.regional(), sums.foreign() + sums.regional())));
        }
      };
    }
  }

  /** A pull adds up the rows that changed, and leaves out the others of the same cell. */
  static final class SumOverChangedRows implements Quirk {
    private record Row(CellKey cell, String region, String writer) {}

    private record Change(long count, long number) {}

    private final Map<Row, Change> rows = new HashMap<>();
    private long changes;

    @Override
    public Ledger store(Life from, Ledger store) {
      long[] read = {0};
      return new Relay(store) {
        @Override
        public CompletionStage<List<Rejection>> push(List<Component> components) {
          for (Component each : components) {
            Row row = new Row(each.cell(), each.region(), each.writer());
            Change known = rows.get(row);
            if (known == null || known.count() < each.count()) {
              rows.put(row, new Change(each.count(), ++changes));
            }
          }
          return to.push(components);
        }

        @Override
        public CompletionStage<Page> pull(Asker asker, Cursor from, int limit) {
          long before = from.isFull() ? 0 : read[0];
          read[0] = changes;
          return to.pull(asker, from, limit)
              .thenApply(page -> from.isFull()
                  ? page
                  : with(
                      page,
                      sums -> new Sums(
                          sums.cell(),
                          sums.regional(),
                          changed(sums.cell(), asker.region(), before))));
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

  /** All processes with an origin write one row, and take all rows of their region for what that row consists of. */
  static final class AllRowsAsOwn implements Quirk {
    @Override
    public Ledger ledger(Life life, Ledger ledger) {
      if (life.origin() == Life.Which.NONE) {
        return ledger;
      }
      return new Relay(ledger) {
        @Override
        public CompletionStage<List<Rejection>> push(List<Component> components) {
          return to.push(components.stream()
              .map(each -> new Component(each.cell(), each.region(), "", each.count()))
              .toList());
        }

        @Override
        public CompletionStage<Page> pull(Asker asker, Cursor from, int limit) {
          return to.pull(Asker.of(asker.region()), from, limit);
        }
      };
    }
  }

  /** Every third push is acknowledged and lost. */
  static final class DroppedPush implements Quirk {
    private int calls;

    @Override
    public Ledger ledger(Life life, Ledger ledger) {
      return new Relay(ledger) {
        @Override
        public CompletionStage<List<Rejection>> push(List<Component> components) {
          return ++calls % 3 == 0
              ? CompletableFuture.completedStage(List.of())
              : to.push(components);
        }
      };
    }
  }

  /** A process that takes the seat of another one takes its name too. */
  static final class KeptName implements Quirk {
    @Override
    public RandomGenerator random(Life life, RandomGenerator random) {
      return new SplittableRandom(life.seat().hashCode());
    }
  }
}
