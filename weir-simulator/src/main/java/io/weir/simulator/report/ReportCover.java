// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report;

import io.weir.simulator.report.chart.ChartFormat;
import io.weir.simulator.report.chart.Markup;
import io.weir.simulator.report.plot.RunSet;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.SimulationResult;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The top of the page, with the scenario, the command that repeats it and the key figures; and the bottom, with a
 * glossary.
 *
 * @param outcome the results
 * @param command the command line that repeats the simulation
 */
record ReportCover(SimulationResult outcome, String command) {
  private static final String WEIR = "weir";

  void write(Markup page) {
    page.open("header").line();
    page.leaf("p", "Weir simulation", "class", "kicker");
    page.leaf("h1", outcome.title().isBlank() ? outcome.scenario() : outcome.title())
        .line();
    setup(page);
    page.open("div", "class", "command");
    page.leaf("p", "To reproduce", "class", "term");
    page.open("pre").leaf("code", command).close();
    page.close().line();
    if (!outcome.runs().isEmpty()) {
      tiles(page);
    }
    page.close().line();
  }

  private void setup(Markup page) {
    RunSet runSet = RunSet.of(outcome);
    page.open("dl", "class", "setup");
    entry(page, "scenario", outcome.scenario());
    entry(page, "regions", ChartFormat.count(outcome.regions()));
    entry(page, "processes per region", ChartFormat.count(outcome.nodes()));
    entry(page, "seed", Long.toString(outcome.seed()));
    entry(page, "virtual time", ChartFormat.millis((double) outcome.virtualMillis()));
    entry(page, "runs", ChartFormat.count(runSet.runs().size()));
    page.close().line();
  }

  private static void entry(Markup page, String term, String value) {
    page.open("div").leaf("dt", term).leaf("dd", value).close();
  }

  /** Writes the key figures of Weir or, if it did not run, of the first contender. */
  private void tiles(Markup page) {
    RunSet runSet = RunSet.of(outcome);
    List<String> contenders = runSet.contenders();
    String name = contenders.contains(WEIR) ? WEIR : contenders.get(0);
    List<Run> runs = runSet.of(name);
    page.open("div", "class", "tiles " + runSet.styleOf(name).style());
    Run worst = highest(runs, run -> run.excess().worst());
    tile(
        page, "over-admission, worst", ChartFormat.above(worst.excess().worst()), name + at(worst));
    Run slowest = highest(runs, run -> OverviewTable.shared(run, run.delays().p99()));
    double delay = OverviewTable.shared(slowest, slowest.delays().p99());
    tile(page, "propagation delay, p99", ChartFormat.millis(delay), name + at(slowest));
    Run refusing = highest(runs, RunTables::wronglyRefused);
    String refused = ChartFormat.percent(RunTables.wronglyRefused(refusing));
    tile(page, "wrongly refused", refused, name + at(refusing));
    Run writing = highest(runs, run -> run.cost().rowsWritten());
    String rows = ChartFormat.brief(runSet.perSecond(writing.cost().rowsWritten()));
    tile(page, "ledger rows written per s", rows, name + at(writing));
    page.close().line();
  }

  private String at(Run run) {
    return RunSet.of(outcome).loads().size() > 1
        ? ", at load " + ChartFormat.brief(run.load())
        : "";
  }

  private static void tile(Markup page, String label, String value, String note) {
    page.open("div", "class", "tile");
    page.leaf("p", label, "class", "term").leaf("p", value, "class", "value");
    page.leaf("p", note, "class", "where").close();
  }

  private static Run highest(List<Run> runs, ToDoubleFunction<Run> value) {
    Run highest = runs.get(0);
    for (Run run : runs) {
      double best = value.applyAsDouble(highest);
      double current = value.applyAsDouble(run);
      if (current > best || (Double.isNaN(best) && !Double.isNaN(current))) {
        highest = run;
      }
    }
    return highest;
  }

  /** Returns the command for a built-in scenario of that name. */
  static String command(SimulationResult simulationResult) {
    List<String> policies = RunSet.of(simulationResult).contenders().stream()
        .filter(List.of(WEIR, "upstream", "rfc")::contains)
        .toList();
    return "./weir simulate --scenario "
        + quoted(simulationResult.scenario())
        + " --policy "
        + (policies.size() == 1 ? policies.get(0) : "all")
        + " --regions "
        + simulationResult.regions()
        + " --nodes "
        + simulationResult.nodes()
        + " --seed "
        + simulationResult.seed();
  }

  private static String quoted(String word) {
    return word.matches("[A-Za-z0-9._/-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }

  static void terms(Markup page) {
    page.open("footer").open("dl", "class", "terms");
    entry(
        page,
        "over-admission",
        "How far the true count in a spender's sliding window, all regions together, was above its limit. +5 % is a"
            + " twentieth of the limit too much.");
    entry(
        page,
        "wrongly refused",
        "Checks that were refused although they would have fit by the true counts at that instant, as a share of all"
            + " checks.");
    entry(
        page,
        "contenders",
        "weir is this library. upstream and rfc share counts between regions in other ways. regional shares nothing between"
            + " regions. exact knows all counts immediately, which is impossible in a real system.");
    entry(
        page,
        "origin, ledger",
        "The origin is the store that the processes of one region share, the ledger the one that all regions share.");
    page.close().close().line();
  }
}
