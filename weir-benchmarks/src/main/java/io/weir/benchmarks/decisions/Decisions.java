// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.decisions;

import io.weir.benchmarks.report.Figures;
import io.weir.benchmarks.report.Report;
import io.weir.benchmarks.report.Row;
import io.weir.benchmarks.report.Table;
import io.weir.benchmarks.trial.Measured;
import io.weir.benchmarks.trial.Pace;
import io.weir.benchmarks.trial.Trial;
import io.weir.benchmarks.trial.Trials;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What does a decision cost, next to what its users would otherwise run? */
public final class Decisions {
  private static final Set<Contender> SAME_CLOCK = EnumSet.of(
      Contender.WEIR, Contender.BUCKET4J, Contender.RESILIENCE4J, Contender.GUAVA, Contender.FLOOR);

  private static final Set<Contender> DEFAULT_CLOCK = EnumSet.of(
      Contender.WEIR_DEFAULT,
      Contender.BUCKET4J,
      Contender.BUCKET4J_COARSE,
      Contender.RESILIENCE4J,
      Contender.RESILIENCE4J_COARSE,
      Contender.GUAVA,
      Contender.FLOOR_COARSE);

  private static final String[] COLUMNS = {
    "case", "contender", "clock", "ns/op", "rounds", "B/op", "best peer / this", "this / floor"
  };

  private final PrintStream progress;
  private final boolean quick;
  private final List<Row> rows = new ArrayList<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private boolean complete = true;

  private Decisions(boolean quick, PrintStream progress) {
    this.quick = quick;
    this.progress = progress;
  }

  /** Measures every case. */
  public static Report run(boolean quick, PrintStream progress) {
    return new Decisions(quick, progress).run();
  }

  private Report run() {
    Table sameClock = new Table("What does a decision cost on the same clock?", COLUMNS);
    Table defaultClock = new Table("What does a decision cost on the default clock?", COLUMNS);
    Trials trials = new Trials(
        Pace.of(quick), progress, Case.all().size() * Contender.values().length + Aside.TRIALS);
    for (Case situation : Case.all()) {
      Map<Contender, Measured> measured = measure(trials, situation);
      fill(sameClock, "same clock, " + situation.text(), measured, SAME_CLOCK);
      fill(defaultClock, "default clock, " + situation.text(), measured, DEFAULT_CLOCK);
    }
    sameClock.note("Goal: best peer / Weir at least 1.50, Weir / floor at most 1.30.");
    defaultClock.note("Goal: best peer / Weir at least 3.00 on the hot subject and 2.00 elsewhere."
        + " The best peer is the fastest one on its own clock.");
    Aside aside = new Aside(trials, rows);
    List<Table> tables = List.of(sameClock, defaultClock, aside.batches(), aside.beyondAllowed());
    return new Report(tables, rows, List.copyOf(missing), complete);
  }

  private Map<Contender, Measured> measure(Trials trials, Case situation) {
    Map<Contender, Trial> asked = new EnumMap<>(Contender.class);
    for (Contender contender : Contender.values()) {
      boolean readsOnly = contender.label().equals("floor") && situation.isRefusal();
      asked.put(contender, contender.in(situation, readsOnly ? "checkWithoutWriting" : "check"));
    }
    Map<Trial, Measured> measured = trials.run(asked.values());
    Map<Contender, Measured> found = new EnumMap<>(Contender.class);
    asked.forEach(
        (contender, trial) -> found.put(contender, measured.getOrDefault(trial, Measured.NOTHING)));
    return found;
  }

  private void fill(
      Table table, String scenario, Map<Contender, Measured> measured, Set<Contender> shown) {
    double best = shown.stream()
        .filter(Contender::isPeer)
        .mapToDouble(peer -> measured.getOrDefault(peer, Measured.NOTHING).medianNanos())
        .filter(Double::isFinite)
        .min()
        .orElse(Double.NaN);
    double floor = shown.stream()
        .filter(contender -> contender.label().equals("floor"))
        .mapToDouble(
            contender -> measured.getOrDefault(contender, Measured.NOTHING).medianNanos())
        .sum();
    for (Contender contender : shown) {
      Measured it = measured.getOrDefault(contender, Measured.NOTHING);
      if (!it.isPresent()) {
        missing.add(contender.label() + " could not be measured");
        complete &= !contender.isWeir();
        continue;
      }
      String peer = contender.label() + " (" + contender.clock() + ")";
      rows.add(new Row(scenario, peer, it.medianNanos(), "ns/op", best / it.medianNanos()));
      rows.add(Row.alone(scenario, peer, it.medianBytes(), "B/op"));
      table.line(
          scenario.substring(scenario.indexOf(", ") + 2),
          contender.label(),
          contender.clock(),
          Figures.shown(it.medianNanos()),
          it.spread(),
          Figures.shown(it.medianBytes()),
          Figures.factor(best / it.medianNanos()),
          Figures.factor(it.medianNanos() / floor));
    }
  }
}
