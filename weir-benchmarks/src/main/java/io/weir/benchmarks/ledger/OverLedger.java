// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import io.weir.benchmarks.ledger.store.DatabaseStore;
import io.weir.benchmarks.ledger.store.Server;
import io.weir.benchmarks.ledger.store.Store;
import io.weir.benchmarks.ledger.traffic.Shape;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.report.SuiteReport;
import io.weir.ledger.PushPolicy;
import io.weir.time.EpochClock;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/** What does it cost that regions share one limit, and how soon do they know of each other? */
public final class OverLedger {
  private static final List<PushPolicy> POLICIES =
      List.of(PushPolicy.RFC, PushPolicy.UPSTREAM, PushPolicy.WEIR);

  private final Consumer<String> teller;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();

  OverLedger(Consumer<String> teller) {
    this.teller = teller;
  }

  /** Measures all of it on one server; without any, on a ledger in memory. */
  public static SuiteReport run(boolean quick, PrintStream progress) {
    OverLedger run = new OverLedger(teller(progress));
    Scale scale = quick ? Scale.QUICK : Scale.TODAY;
    Optional<String> absence = Server.absence();
    if (absence.isPresent()) {
      run.missing.add("the database: " + absence.get() + "; a ledger in memory was used instead");
      run.simulate(scale, Store::inMemory);
    } else {
      try (Server server = Server.open()) {
        run.simulate(scale, clock -> new DatabaseStore(server, clock));
      }
    }
    if (!quick) {
      run.simulate(Scale.TENFOLD, Store::inMemory);
    }
    return run.report(PushSteps.run(run.teller));
  }

  void simulate(Scale scale, Function<EpochClock, Store> stores) {
    for (PushPolicy policy : POLICIES) {
      Outcome outcome = new Simulation(scale, policy, teller).run(stores);
      teller.accept(outcome.inBrief() + System.lineSeparator());
      outcomes.add(outcome);
    }
  }

  SuiteReport report(PushSteps.Finding steps) {
    Comparison comparison = new Comparison(outcomes);
    List<ReportTable> tables = new ArrayList<>(comparison.tables());
    tables.get(0).note(setting(outcomes.get(0).scale()));
    tables.add(steps.table());
    List<ReportRow> rows = new ArrayList<>(comparison.rows());
    rows.addAll(steps.rows());
    return new SuiteReport(tables, rows, missing, true);
  }

  private static Consumer<String> teller(PrintStream progress) {
    long began = System.nanoTime();
    return what -> progress.printf(
        Locale.ROOT, "\r%4d s  %-60s", (System.nanoTime() - began) / 1_000_000_000, what);
  }

  private static String setting(Scale scale) {
    return String.format(
        Locale.ROOT,
        "%d processes in %d regions, one way to the ledger %d to %d ms, to the origin %d ms, ticks of %d ms; %s Seed %d.",
        scale.processes(),
        scale.shape().regions(),
        Planet.FAR.minMillis(),
        Planet.FAR.maxMillis(),
        Planet.NEAR.maxMillis(),
        Simulation.TICK_MILLIS,
        Shape.inWords(),
        scale.shape().seed());
  }
}
