// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.study;

import io.weir.simulator.measure.VirtualTimeSimulator;
import io.weir.simulator.result.Frontier;
import io.weir.simulator.result.Frontier.FrontierPoint;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.RunTask;
import io.weir.simulator.scenario.Scenario;
import io.weir.simulator.scenario.Scenario.TimeSpan;
import io.weir.simulator.scenario.ScenarioCatalog;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;

/** Compares policy variants under production traffic and under attack. */
public final class PolicyStudy {
  /**
   * The simulated fraction of the RFC's production traffic: large enough for meaningful results, small enough to try
   * many variants.
   */
  private final double scale;

  private final long millis;
  private final int seeds;
  private final long seed;

  /** The loads of the attack, in limits per window. */
  static final List<Double> LOADS = List.of(2.0, 10.0, 30.0, 100.0);

  private static final long TICK_MILLIS = 10;

  /**
   * The size of a study.
   *
   * @param scale the simulated fraction of the RFC's production traffic
   * @param minutes the virtual duration of each run, in minutes
   * @param seeds the number of runs of each attack, each with its own seed
   */
  public record StudyDepth(double scale, int minutes, int seeds) {}

  /** Creates a study that has not started. */
  public PolicyStudy(StudyDepth studyDepth, long seed) {
    this.scale = studyDepth.scale();
    this.millis = studyDepth.minutes() * 60_000L;
    this.seeds = studyDepth.seeds();
    this.seed = seed;
  }

  /** Runs these variants one after the other and reports the progress. */
  public List<VariantResult> run(List<PolicyVariant> variants, Consumer<String> progress) {
    List<VariantResult> findings = new ArrayList<>();
    for (PolicyVariant policyVariant : variants) {
      Run production = run(policyVariant, "production", scale, seed);
      List<Run> attacks = new ArrayList<>();
      for (double load : LOADS) {
        List<Run> same = new ArrayList<>();
        for (int i = 0; i < seeds; i++) {
          same.add(run(policyVariant, "even-spread", load, seed + i));
        }
        attacks.add(same.stream()
            .max(Comparator.comparingDouble(run -> run.excess().worst()))
            .orElseThrow());
      }
      VariantResult variantResult = new VariantResult(policyVariant, production, attacks);
      findings.add(variantResult);
      progress.accept(String.format(
          Locale.ROOT,
          "[%d/%d] %s, %s: %s",
          findings.size(),
          variants.size(),
          policyVariant.contender().title(),
          policyVariant.label(),
          summaryLine(variantResult)));
    }
    return findings;
  }

  private Run run(PolicyVariant policyVariant, String name, double load, long from) {
    Scenario named = ScenarioCatalog.named(name).orElseThrow();
    long lasts = name.equals("production") ? millis : named.span().millis();
    Scenario scenario = new Scenario(
        named.name(),
        named.title(),
        named.shape(),
        List.of(load),
        named.topology(),
        new TimeSpan(named.span().startMillis(), lasts, TICK_MILLIS),
        named.faults());
    RunTask runTask = new RunTask(scenario, policyVariant.contender(), load, from);
    return new VirtualTimeSimulator()
        .run(runTask, Optional.of(policyVariant.options()), (passed, checks) -> {});
  }

  private String summaryLine(VariantResult variantResult) {
    StringBuilder text = new StringBuilder(String.format(
        Locale.ROOT,
        "%.1f rows written/s, %.0f read/s, p99 %.2f s; over-admission",
        perSecond(variantResult.production().cost().rowsWritten()),
        perSecond(variantResult.production().cost().rowsRead()),
        variantResult.production().delays().p99() / 1_000));
    for (Run attack : variantResult.attacks()) {
      text.append(
          String.format(Locale.ROOT, " %.2f at %.0f", attack.excess().worst(), attack.load()));
    }
    return text.toString();
  }

  /** Returns the rate per second of a count in the production run. */
  public double perSecond(long count) {
    return count * 1_000.0 / millis;
  }

  /** Returns the results as a Markdown table. */
  public String table(List<VariantResult> findings) {
    StringBuilder text = new StringBuilder();
    text.append("| policy | terms | rows written/s | rows read/s | p50 s | p99 s |");
    LOADS.forEach(load -> text.append(String.format(Locale.ROOT, " at %.0f |", load)));
    text.append("\n|---|---|---|---|---|---|")
        .append("---|".repeat(LOADS.size()))
        .append('\n');
    for (VariantResult variantResult : findings) {
      Run production = variantResult.production();
      text.append(String.format(
          Locale.ROOT,
          "| %s | %s | %.1f | %.0f | %.2f | %.2f |",
          variantResult.variant().contender().title(),
          variantResult.variant().label(),
          perSecond(production.cost().rowsWritten()),
          perSecond(production.cost().rowsRead()),
          production.delays().p50() / 1_000,
          production.delays().p99() / 1_000));
      variantResult
          .attacks()
          .forEach(attack -> text.append(
              String.format(Locale.ROOT, " %.2fx |", 1 + attack.excess().worst())));
      text.append('\n');
    }
    return text.toString();
  }

  /** Returns the frontier of rows written against over-admission, for an attack of this many limits per window. */
  public Frontier frontier(List<VariantResult> findings, double load) {
    List<FrontierPoint> points = new ArrayList<>();
    for (VariantResult variantResult : findings) {
      for (Run attack : variantResult.attacks()) {
        if (attack.load() == load) {
          points.add(new FrontierPoint(
              variantResult.variant().label(),
              variantResult.variant().contender().title(),
              perSecond(variantResult.production().cost().rowsWritten()),
              1 + attack.excess().worst()));
        }
      }
    }
    return new Frontier(
        String.format(
            Locale.ROOT, "What exactness costs, under attack with %.0f limits a window", load),
        "ledger rows written per second",
        "admitted at most, in limits",
        points);
  }
}
