// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.summary;

import io.weir.simulator.result.Outcome;
import io.weir.simulator.result.Run;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** An outcome in tables and sentences. Says nothing of real time: the same outcome has the same summary. */
public final class Summary {
  /** What arithmetic may add to a figure that is as large as its bound. */
  private static final double ROUNDING = 1e-9;

  private final Outcome outcome;
  private final double seconds;

  private Summary(Outcome outcome) {
    this.outcome = outcome;
    this.seconds = outcome.virtualMillis() / 1_000.0;
  }

  /** The whole text, with an end of line. */
  public static String of(Outcome outcome) {
    Summary summary = new Summary(outcome);
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
        outcome.scenario(),
        outcome.title(),
        outcome.regions(),
        outcome.nodes(),
        Figures.clock(outcome.virtualMillis()),
        outcome.seed());
  }

  private Table exactness() {
    Table table = new Table(
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
    for (Run run : outcome.runs()) {
      table.line(
          Figures.load(run.load()),
          run.contender(),
          Figures.limits(run.excess().worst()),
          Figures.limits(run.excess().p99()),
          Figures.limits(run.excess().mean()),
          Figures.limits(run.bound()),
          Figures.count(run.volume().checks()),
          Figures.share(run.volume().admittedChecks(), run.volume().checks()),
          Figures.share(run.volume().wronglyRefused(), run.volume().checks()),
          Figures.share(run.estimate().covered(), run.estimate().decisions()));
    }
    return table;
  }

  private Table delays() {
    Table table = new Table(
        "Propagation: milliseconds until other regions knew of admitted units",
        "load",
        "contender",
        "p50",
        "p99",
        "worst",
        "followed",
        "hidden",
        "never known");
    for (Run run : outcome.runs()) {
      Run.Delays delays = run.delays();
      boolean none = delays.units() == 0;
      table.line(
          Figures.load(run.load()),
          run.contender(),
          none ? Figures.NOTHING : Figures.plain(delays.p50()),
          none ? Figures.NOTHING : Figures.plain(delays.p99()),
          none ? Figures.NOTHING : Figures.plain(delays.worst()),
          Figures.count(delays.units()),
          Figures.count(delays.hidden()),
          Figures.count(delays.unknown()));
    }
    return table;
  }

  private Table cost() {
    Table table = new Table(
        "Cost: origin work per admitted check, ledger work per second",
        "load",
        "contender",
        "origin calls",
        "origin cells",
        "ledger calls/s",
        "rows written/s",
        "rows read/s");
    for (Run run : outcome.runs()) {
      Run.Cost cost = run.cost();
      double admitted = run.volume().admittedChecks();
      table.line(
          Figures.load(run.load()),
          run.contender(),
          Figures.plain(cost.originCalls() / admitted),
          Figures.plain((cost.originPublishes() + cost.originReads()) / admitted),
          Figures.plain(cost.ledgerCalls() / seconds),
          Figures.plain(cost.rowsWritten() / seconds),
          Figures.plain(cost.rowsRead() / seconds));
    }
    return table;
  }

  private Table footprint() {
    Table table = new Table(
        "Peak size: of one process, one origin, the ledger",
        "load",
        "contender",
        "subjects",
        "foreign sums",
        "origin fields",
        "ledger rows");
    for (Run run : outcome.runs()) {
      Run.Footprint kept = run.footprint();
      table.line(
          Figures.load(run.load()),
          run.contender(),
          Figures.count(kept.subjects()),
          Figures.count(kept.foreignSums()),
          Figures.count(kept.originFields()),
          Figures.count(kept.ledgerRows()));
    }
    return table;
  }

  /** Whether somebody did worse than is promised. */
  public static boolean isBoundExceeded(Outcome outcome) {
    return outcome.runs().stream().anyMatch(Summary::isAboveBound);
  }

  private static boolean isAboveBound(Run run) {
    return run.excess().worst() > run.bound() + ROUNDING;
  }

  /** The same in words, load by load, and what must not be overlooked. */
  private String notes() {
    StringBuilder text = new StringBuilder();
    List<Double> loads = outcome.runs().stream().map(Run::load).distinct().toList();
    for (double load : loads) {
      text.append("At load ").append(Figures.load(load)).append(" the worst over-admission was ");
      text.append(outcome.runs().stream()
          .filter(run -> run.load() == load)
          .map(run -> Figures.limits(run.excess().worst()) + " (" + run.contender() + ")")
          .collect(Collectors.joining(", ")));
      text.append(" limits.\n");
    }
    for (Run run : outcome.runs()) {
      if (isAboveBound(run)) {
        text.append(String.format(
            "BOUND EXCEEDED: %s at load %s over-admitted %s limits, but the bound is %s.\n",
            run.contender(),
            Figures.load(run.load()),
            Figures.limits(run.excess().worst()),
            Figures.limits(run.bound())));
      }
    }
    return text.toString();
  }
}
