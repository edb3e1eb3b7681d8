// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import io.weir.benchmarks.ledger.store.DatabaseStore;
import io.weir.benchmarks.ledger.store.Server;
import io.weir.benchmarks.ledger.store.Store;
import io.weir.benchmarks.ledger.traffic.Shape;
import io.weir.benchmarks.report.Report;
import io.weir.benchmarks.report.Row;
import io.weir.benchmarks.report.Table;
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

  private OverLedger() {}

  /** Measures all of it on one server; without any, on a ledger in memory. */
  public static Report run(boolean quick, PrintStream progress) {
    List<Scale> scales = quick ? List.of(Scale.QUICK) : List.of(Scale.TODAY, Scale.TENFOLD);
    Optional<String> absence = Server.absence();
    if (absence.isPresent()) {
      Report report = run(scales, Store::inMemory, progress);
      return new Report(
          report.tables(),
          report.rows(),
          List.of("the database: " + absence.get() + "; a ledger in memory was used instead"),
          true);
    }
    try (Server server = Server.open()) {
      return run(scales, clock -> new DatabaseStore(server, clock), progress);
    }
  }

  static Report run(List<Scale> scales, Function<EpochClock, Store> stores, PrintStream progress) {
    Consumer<String> teller = teller(progress);
    List<Outcome> outcomes = new ArrayList<>();
    for (Scale scale : scales) {
      for (PushPolicy policy : POLICIES) {
        outcomes.add(new Simulation(scale, policy, teller).run(stores));
      }
    }
    Comparison comparison = new Comparison(outcomes);
    List<Table> tables = new ArrayList<>(comparison.tables());
    tables.get(0).note(setting(scales.get(0)));
    List<Row> rows = new ArrayList<>(comparison.rows());
    PushSteps.Finding steps = PushSteps.run(teller);
    tables.add(steps.table());
    rows.addAll(steps.rows());
    return new Report(tables, rows, List.of(), true);
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
        Planet.FAR.leastMillis(),
        Planet.FAR.mostMillis(),
        Planet.NEAR.mostMillis(),
        Simulation.TICK_MILLIS,
        Shape.inWords(),
        scale.shape().seed());
  }
}
