// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.summary;

import io.weir.simulator.result.Run;
import io.weir.simulator.result.SimulationResult;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A text summary of simulation results. It contains no real time: the same results give the same summary. */
public final class Summary {
  /** The tolerance for rounding errors when a figure equals its bound. */
  private static final double ROUNDING = 1e-9;

  private final SimulationResult simulationResult;
  private final double seconds;

  private Summary(SimulationResult simulationResult) {
    this.simulationResult = simulationResult;
    this.seconds = simulationResult.virtualMillis() / 1_000.0;
  }

  /** Returns the summary, terminated by a line break. */
  public static String of(SimulationResult simulationResult) {
    Summary summary = new Summary(simulationResult);
    return String.join(
        "\n",
        summary.head(),
        summary.exactness().toString(),
        summary.delays().toString(),
        summary.cost().toString(),
        summary.footprint().toString(),
        summary.notes());
  }

  private String head() {
    return String.format(
        Locale.ROOT,
        "%s: %s\n%d regions of %d processes, %s of virtual time, seed %d\n",
        simulationResult.scenario(),
        simulationResult.title(),
        simulationResult.regions(),
        simulationResult.nodes(),
        SummaryFormat.clock(simulationResult.virtualMillis()),
        simulationResult.seed());
  }

  private TextTable exactness() {
    TextTable textTable = new TextTable(
        "Exactness: over-admission in limits (0.050 is 5 % above the limit)",
        "load",
        "contender",
        "worst",
        "p99",
        "mean",
        "bound",
        "checks",
        "admitted",
        "wrongly refused",
        "estimate covered");
    for (Run run : simulationResult.runs()) {
      textTable.line(
          SummaryFormat.load(run.load()),
          run.contender(),
          SummaryFormat.limits(run.excess().worst()),
          SummaryFormat.limits(run.excess().p99()),
          SummaryFormat.limits(run.excess().mean()),
          SummaryFormat.limits(run.bound()),
          SummaryFormat.count(run.volume().checks()),
          SummaryFormat.share(run.volume().admittedChecks(), run.volume().checks()),
          SummaryFormat.share(run.volume().wronglyRefused(), run.volume().checks()),
          SummaryFormat.share(run.estimate().covered(), run.estimate().decisions()));
    }
    return textTable;
  }

  private TextTable delays() {
    TextTable textTable = new TextTable(
        "Propagation: milliseconds until other regions knew of admitted units",
        "load",
        "contender",
        "p50",
        "p99",
        "worst",
        "followed",
        "hidden",
        "never known");
    for (Run run : simulationResult.runs()) {
      Run.Delays delays = run.delays();
      boolean none = delays.units() == 0;
      textTable.line(
          SummaryFormat.load(run.load()),
          run.contender(),
          none ? SummaryFormat.NOTHING : SummaryFormat.plain(delays.p50()),
          none ? SummaryFormat.NOTHING : SummaryFormat.plain(delays.p99()),
          none ? SummaryFormat.NOTHING : SummaryFormat.plain(delays.worst()),
          SummaryFormat.count(delays.units()),
          SummaryFormat.count(delays.hidden()),
          SummaryFormat.count(delays.unknown()));
    }
    return textTable;
  }

  private TextTable cost() {
    TextTable textTable = new TextTable(
        "Cost: origin work per admitted check, ledger work per second",
        "load",
        "contender",
        "origin calls",
        "origin cells",
        "ledger calls/s",
        "rows written/s",
        "rows read/s");
    for (Run run : simulationResult.runs()) {
      Run.Cost cost = run.cost();
      double admitted = run.volume().admittedChecks();
      textTable.line(
          SummaryFormat.load(run.load()),
          run.contender(),
          SummaryFormat.plain(cost.originCalls() / admitted),
          SummaryFormat.plain((cost.originPublishes() + cost.originReads()) / admitted),
          SummaryFormat.plain(cost.ledgerCalls() / seconds),
          SummaryFormat.plain(cost.rowsWritten() / seconds),
          SummaryFormat.plain(cost.rowsRead() / seconds));
    }
    return textTable;
  }

  private TextTable footprint() {
    TextTable textTable = new TextTable(
        "Peak size: of one process, one origin, the ledger",
        "load",
        "contender",
        "subjects",
        "foreign sums",
        "origin fields",
        "ledger rows");
    for (Run run : simulationResult.runs()) {
      Run.Footprint kept = run.footprint();
      textTable.line(
          SummaryFormat.load(run.load()),
          run.contender(),
          SummaryFormat.count(kept.subjects()),
          SummaryFormat.count(kept.foreignSums()),
          SummaryFormat.count(kept.originFields()),
          SummaryFormat.count(kept.ledgerRows()));
    }
    return textTable;
  }

  /** Returns whether any run exceeded its bound. */
  public static boolean isBoundExceeded(SimulationResult simulationResult) {
    return simulationResult.runs().stream().anyMatch(Summary::isAboveBound);
  }

  private static boolean isAboveBound(Run run) {
    return run.excess().worst() > run.bound() + ROUNDING;
  }

  /** Returns the results in sentences, by load, followed by warnings. */
  private String notes() {
    StringBuilder text = new StringBuilder();
    List<Double> loads =
        simulationResult.runs().stream().map(Run::load).distinct().toList();
    for (double load : loads) {
      text.append("At load ")
          .append(SummaryFormat.load(load))
          .append(" the worst over-admission was ");
      text.append(simulationResult.runs().stream()
          .filter(run -> run.load() == load)
          .map(run -> SummaryFormat.limits(run.excess().worst()) + " (" + run.contender() + ")")
          .collect(Collectors.joining(", ")));
      text.append(" limits.\n");
    }
    for (Run run : simulationResult.runs()) {
      if (isAboveBound(run)) {
        text.append(String.format(
            "BOUND EXCEEDED: %s at load %s over-admitted %s limits, but the bound is %s.\n",
            run.contender(),
            SummaryFormat.load(run.load()),
            SummaryFormat.limits(run.excess().worst()),
            SummaryFormat.limits(run.bound())));
      }
    }
    return text.toString();
  }
}
