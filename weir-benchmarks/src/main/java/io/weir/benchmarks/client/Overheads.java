// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.client;

import io.weir.benchmarks.client.contender.Contender;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What does a limiter add to a request, and to a call? */
public final class Overheads {
  /** Longer than elsewhere: Spring's proxies, and expressions, take the compiler a while. */
  private static final Pace QUICK = new Pace(1, 4, 2, 400);

  private static final Pace FULL = new Pace(3, 4, 3, 400);

  private static final List<Contender> WITH_FILTER =
      List.of(Contender.NONE, Contender.WEIR, Contender.BUCKET4J);

  private static final List<Contender> WITH_ANNOTATION = List.of(Contender.values());

  private static final String[] COLUMNS = {
    "case", "contender", "ns/op", "rounds", "B/op", "adds ns", "adds B", "best peer / this"
  };

  private final Trials trials;
  private final List<Row> rows = new ArrayList<>();
  private final Set<String> missing = new LinkedHashSet<>();
  private boolean complete = true;

  private Overheads(boolean quick, PrintStream progress) {
    int total =
        Case.requests().size() * WITH_FILTER.size() + Case.calls().size() * WITH_ANNOTATION.size();
    this.trials = new Trials(quick ? QUICK : FULL, progress, total);
  }

  /** Measures every case. */
  public static Report run(boolean quick, PrintStream progress) {
    return new Overheads(quick, progress).run();
  }

  private Report run() {
    Table filters = new Table("What does a filter add to a request?", COLUMNS);
    Case.requests().forEach(situation -> fill(filters, "request", situation, WITH_FILTER));
    Table annotations = new Table("What does an annotation add to a call?", COLUMNS);
    Case.calls().forEach(situation -> fill(annotations, "call", situation, WITH_ANNOTATION));
    return new Report(List.of(filters, annotations), rows, List.copyOf(missing), complete);
  }

  private void fill(Table table, String kind, Case situation, List<Contender> contenders) {
    Map<Contender, Overhead> found = measure(situation, contenders);
    double best = found.entrySet().stream()
        .filter(each -> each.getKey().isPeer())
        .mapToDouble(each -> each.getValue().nanos())
        .filter(Double::isFinite)
        .min()
        .orElse(Double.NaN);
    found.forEach((contender, overhead) -> {
      Measured it = overhead.with();
      if (!it.isPresent()) {
        missing.add(
            contender.label() + " could not be measured: " + kind + ", " + situation.text());
        complete &= contender != Contender.WEIR;
        return;
      }
      double ratio = contender.limits() ? overhead.over(best) : Double.NaN;
      add(kind + ", " + situation.text(), contender.label(), overhead, ratio);
      table.line(
          situation.text(),
          contender.label(),
          Figures.significant(it.medianNanos()),
          it.spread(),
          Figures.significant(it.medianBytes()),
          Figures.significant(overhead.nanos()),
          Figures.significant(overhead.bytes()),
          Figures.factor(ratio));
    });
  }

  private Map<Contender, Overhead> measure(Case situation, List<Contender> contenders) {
    Map<Contender, Trial> asked = new EnumMap<>(Contender.class);
    contenders.forEach(contender -> asked.put(contender, situation.of(contender)));
    Map<Trial, Measured> measured = trials.run(asked.values());
    Measured none = measured.getOrDefault(situation.of(Contender.NONE), Measured.NOTHING);
    Map<Contender, Overhead> found = new EnumMap<>(Contender.class);
    asked.forEach((contender, trial) ->
        found.put(contender, new Overhead(measured.getOrDefault(trial, Measured.NOTHING), none)));
    return found;
  }

  private void add(String scenario, String peer, Overhead overhead, double ratio) {
    rows.add(Row.alone(scenario, peer, overhead.with().medianNanos(), "ns/op"));
    rows.add(Row.alone(scenario, peer, overhead.with().medianBytes(), "B/op"));
    rows.add(new Row(
        scenario, peer, overhead.nanos(), "ns/op added", Double.isFinite(ratio) ? ratio : null));
    rows.add(Row.alone(scenario, peer, overhead.bytes(), "B/op added"));
  }
}
