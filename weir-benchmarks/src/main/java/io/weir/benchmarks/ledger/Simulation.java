// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import io.weir.benchmarks.ledger.store.CountedLedger;
import io.weir.benchmarks.ledger.store.Store;
import io.weir.benchmarks.ledger.store.Tally;
import io.weir.benchmarks.ledger.store.TimedLedger;
import io.weir.benchmarks.ledger.traffic.Spender;
import io.weir.benchmarks.ledger.traffic.Traffic;
import io.weir.benchmarks.ledger.view.Delays;
import io.weir.benchmarks.ledger.view.Watch;
import io.weir.ledger.PushPolicy;
import io.weir.time.EpochClock;
import io.weir.time.ManualClock;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/** One fleet under one policy: warms up, is measured, and is given the time in which the last units should be known. */
final class Simulation {
  static final long TICK_MILLIS = 5;

  /** 12:13:20 UTC: windows of 10 minutes turn 400 s later, those of an hour and a day do not turn. */
  static final long START = 1_699_964_000_000L;

  /** So that processes and regions know of each other before anything is spent. */
  private static final long GREETING_MILLIS = 3_000;

  private static final long CLEANING_MILLIS = 60_000;

  private final Scale scale;
  private final PushPolicy policy;
  private final Consumer<String> progress;

  /** Told of progress now and then. */
  Simulation(Scale scale, PushPolicy policy, Consumer<String> progress) {
    this.scale = scale;
    this.policy = policy;
    this.progress = progress;
  }

  /** Runs on this kind of store. */
  Outcome run(Function<EpochClock, Store> stores) {
    ManualClock clock = new ManualClock(START);
    List<Spender> spenders = scale.shape().draw();
    int[] processes = scale.processesPerRegion();
    Tally tally = new Tally();
    Watch watch = new Watch(clock, spenders, processes);
    CountedLedger.Books books = new CountedLedger.Books(tally, watch, clock);
    try (Store store = stores.apply(clock)) {
      TimedLedger ledger = new TimedLedger(store.ledger(), store.setUpNanos(), tally);
      Planet.Plan plan = new Planet.Plan(policy, ledger, books);
      Planet planet = new Planet(clock, plan, processes, scale.shape().seed());
      return new Course(clock, planet, store, books).run(spenders);
    }
  }

  /** The way through time. */
  private final class Course {
    private final ManualClock clock;
    private final Planet planet;
    private final Store store;
    private final CountedLedger.Books books;
    private long nextCleaning = START + CLEANING_MILLIS;
    private long nextWord = START;

    private Course(ManualClock clock, Planet planet, Store store, CountedLedger.Books books) {
      this.clock = clock;
      this.planet = planet;
      this.store = store;
      this.books = books;
    }

    private Outcome run(List<Spender> spenders) {
      long all = scale.warmMillis() + scale.measuredMillis() + Delays.LATE_MILLIS;
      Traffic traffic = new Traffic(
          spenders,
          new Traffic.Span(TICK_MILLIS, (int) (all / TICK_MILLIS)),
          scale.shape().seed() + 1,
          this::check);
      for (long waited = 0; waited < GREETING_MILLIS; waited += TICK_MILLIS) {
        tick();
      }
      traffic.spendBefore(clock.epochMillis());
      int tick = pass(traffic, 0, scale.warmMillis());
      books.watch().measure(scale.measuredMillis());
      books.tally().counting(true);
      Optional<Store.Work> before = store.work();
      tick = pass(traffic, tick, scale.measuredMillis());
      Optional<Store.Work> after = store.work();
      books.tally().counting(false);
      pass(traffic, tick, Delays.LATE_MILLIS);
      return new Outcome(
          policy,
          scale,
          books.tally(),
          before.flatMap(earlier -> after.map(later -> later.since(earlier))),
          books.watch().end(),
          books.watch().excess());
    }

    private int pass(Traffic traffic, int from, long millis) {
      int to = from + (int) (millis / TICK_MILLIS);
      for (int tick = from; tick < to; tick++) {
        traffic.run(tick);
        tick();
      }
      return to;
    }

    private void tick() {
      clock.advanceMillis(TICK_MILLIS);
      planet.step();
      books.watch().look();
      long now = clock.epochMillis();
      if (now >= nextCleaning) {
        nextCleaning += CLEANING_MILLIS;
        store.clean();
      }
      if (now >= nextWord) {
        nextWord += 5_000;
        progress.accept(policy.name().toLowerCase(Locale.ROOT) + ", " + scale.label() + ", second "
            + (now - START) / 1_000);
      }
    }

    private void check(Spender spender, int branch, double draw, long cost) {
      var decision = planet.check(spender.region(branch), draw, spender, cost);
      if (spender.isShared()) {
        CompletableFuture<Void> unused =
            decision.thenAccept(decided -> books.watch().decided(spender, branch, decided));
      }
    }
  }
}
