// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import io.weir.benchmarks.ledger.store.DatabaseStore;
import io.weir.benchmarks.ledger.store.MeasuredStore;
import io.weir.benchmarks.ledger.store.Server;
import io.weir.benchmarks.ledger.store.Store;
import io.weir.benchmarks.ledger.store.Store.StoreFactory;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.report.SuiteReport;
import io.weir.simulator.measure.VirtualTimeSimulator;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.ComparedPolicy;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Measures what it costs to share one limit between regions, and how quickly they converge. */
public final class OverLedger {
  private static final List<ComparedPolicy> POLICIES =
      List.of(ComparedPolicy.RFC, ComparedPolicy.UPSTREAM, ComparedPolicy.WEIR);

  /** The interval between progress lines, in virtual time. */
  private static final long SAY_EVERY_MILLIS = 5_000;

  private final Consumer<String> teller;
  private final List<Outcome> outcomes = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();

  OverLedger(Consumer<String> teller) {
    this.teller = teller;
  }

  /** Runs all measurements on one database server, or on a ledger in memory if no server is available. */
  public static SuiteReport run(boolean quick, PrintStream progress) {
    OverLedger run = new OverLedger(teller(progress));
    Scale scale = quick ? Scale.QUICK : Scale.TODAY;
    Optional<String> absence = Server.absence();
    if (absence.isPresent()) {
      run.missing.add("the database: " + absence.get() + "; a ledger in memory was used instead");
      run.simulate(scale, Store::inMemory);
    } else {
      try (Server server = Server.open()) {
        run.simulate(scale, (memory, clock) -> new DatabaseStore(server, memory, clock));
      }
    }
    if (!quick) {
      run.simulate(Scale.TENFOLD, Store::inMemory);
    }
    return run.report(PushSteps.run(run.teller));
  }

  void simulate(Scale scale, StoreFactory stores) {
    for (ComparedPolicy policy : POLICIES) {
      Outcome outcome = simulate(scale, policy, stores);
      teller.accept(outcome.inBrief() + System.lineSeparator());
      outcomes.add(outcome);
    }
  }

  private Outcome simulate(Scale scale, ComparedPolicy policy, StoreFactory stores) {
    try (MeasuredStore store = new MeasuredStore(stores, scale.warmMillis(), scale.millis())) {
      Run run = new VirtualTimeSimulator(store).run(scale.task(policy), (millis, checks) -> {
        store.at(millis, checks);
        if (millis % SAY_EVERY_MILLIS == 0) {
          teller.accept(policy.title() + ", " + scale.label() + ", second " + millis / 1_000);
        }
      });
      return new Outcome(policy, scale, run, store.tally(), store.work());
    }
  }

  SuiteReport report(PushSteps.Finding steps) {
    Comparison comparison = new Comparison(outcomes);
    List<ReportTable> tables = new ArrayList<>(comparison.tables());
    tables.get(0).note(Scale.inWords());
    tables.add(steps.table());
    List<ReportRow> rows = new ArrayList<>(comparison.rows());
    rows.addAll(steps.rows());
    return new SuiteReport(tables, rows, missing, true);
  }

  private static Consumer<String> teller(PrintStream progress) {
    long began = System.nanoTime();
    return step -> progress.printf(
        Locale.ROOT, "\r%4d s  %-60s", (System.nanoTime() - began) / 1_000_000_000, step);
  }
}
