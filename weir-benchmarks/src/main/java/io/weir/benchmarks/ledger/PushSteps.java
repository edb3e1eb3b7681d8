// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import io.weir.LimitPolicy;
import io.weir.benchmarks.memory.NoopLedger;
import io.weir.benchmarks.memory.NoopOrigin;
import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.ledger.LedgerOptions;
import io.weir.memory.MemoryPlan;
import io.weir.simulator.scenario.ScenarioCatalog;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** Measures what an agent step costs in which the pusher evaluates its cells. */
final class PushSteps {
  /*
   * One engine with many cells, some of them hot. The stores answer immediately and keep nothing, so that all measured
   * time is the engine's. Before each timed step, every hot cell grows by one unit and the clock advances until the
   * pusher is due. Weir's policy then evaluates each hot cell. None has doubled, so nothing is sent.
   */
  private static final int CELLS = 1_000_000;
  private static final int[] HOT = {0, 100, 1_000, 10_000, 100_000};
  private static final int STEPS = 15;
  private static final long LIMIT = 1_000_000;

  /** Longer than the longest interval between two runs of the pusher. */
  private static final long PAUSE_MILLIS = 1_250;

  private final int cells;
  private final List<ReportRow> rows = new ArrayList<>();
  private final ManualClock clock = new ManualClock(ScenarioCatalog.START_MILLIS);
  private final Engine engine;
  private final Limiter limiter;

  private PushSteps(int cells) {
    this.cells = cells;
    this.engine = Engine.builder()
        .clock(clock)
        .elapsed(clock)
        .random(new SplittableRandom(1))
        .region("region-0")
        .origin(new NoopOrigin(clock))
        .ledger(new NoopLedger(clock))
        .ledgerOptions(LedgerOptions.defaults().withWorkspaceBudget(2 * CELLS))
        .memory(MemoryPlan.of(1L << 40))
        .build();
    this.limiter = engine.limiter("acme", "api", LimitPolicy.of(LIMIT, Duration.ofDays(1)));
  }

  /**
   * The result.
   *
   * @param table the curve
   * @param rows its values
   */
  record Finding(ReportTable table, List<ReportRow> rows) {}

  static Finding run(Consumer<String> progress) {
    PushSteps steps = new PushSteps(CELLS);
    return steps.curve(HOT, progress);
  }

  private Finding curve(int[] sizes, Consumer<String> progress) {
    ReportTable reportTable = new ReportTable(
        "What does a step cost in which the pusher is due?",
        "cells in memory",
        "hot cells",
        "us per step",
        "us per hot cell, above the step without any");
    progress.accept(FigureFormat.count(cells) + " cells");
    for (int i = 0; i < cells; i++) {
      spend(i, 1);
    }
    double without = Double.NaN;
    int hot = 0;
    for (int size : sizes) {
      progress.accept(FigureFormat.count(size) + " hot cells");
      for (; hot < size; hot++) {
        spend(hot, LIMIT * 6 / 10);
      }
      double micros = step(size);
      without = size == 0 ? micros : without;
      reportTable.line(
          FigureFormat.count(cells),
          FigureFormat.count(size),
          FigureFormat.significant(micros),
          size == 0 ? "" : FigureFormat.significant((micros - without) / size));
      rows.add(ReportRow.alone(
          "ledger, push step, " + FigureFormat.count(size) + " hot cells", "weir", micros, "us"));
    }
    reportTable.note(
        "Median of " + STEPS
            + " steps, each after every hot cell grew by a unit; nothing is due, and stores answer"
            + " at once. Weir's policy, one thread. Other agents' work in the same step is in all of them.");
    return new Finding(reportTable, rows);
  }

  private void spend(int subject, long cost) {
    var decision = limiter.checkAsync("subject-" + subject, cost);
    while (!decision.isDone()) {
      engine.work();
    }
    if (!decision.join().allowed()) {
      throw new IllegalStateException("a check was refused: " + decision.join());
    }
  }

  private double step(int hot) {
    List<Double> micros = new ArrayList<>();
    for (int i = 0; i < STEPS; i++) {
      for (int subject = 0; subject < hot; subject++) {
        spend(subject, 1);
      }
      settle();
      clock.advanceMillis(PAUSE_MILLIS);
      long began = System.nanoTime();
      engine.work();
      micros.add((System.nanoTime() - began) / 1e3);
    }
    return FigureFormat.median(micros);
  }

  /** Lets the engine publish everything to the origin, without reaching the time at which the pusher is due. */
  private void settle() {
    for (int millis = 0; millis < 300; millis++) {
      clock.advanceMillis(1);
      for (int step = 0; step < 1_000 && engine.work() > 0; step++) {}
    }
  }
}
