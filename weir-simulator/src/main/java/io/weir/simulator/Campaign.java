// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.bound.BoundTrial;
import io.weir.simulator.chaos.SeedRunner;
import io.weir.simulator.report.HtmlReport;
import io.weir.simulator.report.JsonReport;
import io.weir.simulator.result.Run;
import io.weir.simulator.result.SimulationResult;
import io.weir.simulator.scenario.ScenarioCatalog;
import io.weir.simulator.study.BoundTrials;
import io.weir.simulator.study.PolicyStudy;
import io.weir.simulator.study.PolicyVariant;
import io.weir.simulator.study.VariantResult;
import io.weir.time.NanoClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** Runs the alternatives to a scenario: seeds of random faults, trials of the bound, and the policy study. */
final class Campaign {
  private static final long PROGRESS_MILLIS = 5_000;

  private final PrintWriter out;

  Campaign(PrintWriter out) {
    this.out = out;
  }

  /** Runs seeds of random faults and returns the exit code. */
  int seeds(long from, long count) {
    return SeedRunner.run(from, count, out);
  }

  /** Checks the bound against random fleets and traffic, and returns the exit code. */
  int trials(long from, long count) {
    NanoClock clock = NanoClock.system();
    long startMillis = clock.elapsedMillis();
    CampaignProgress campaignProgress = new CampaignProgress(count, startMillis);
    List<BoundTrial> worst = LongStream.range(from, from + count)
        .parallel()
        .mapToObj(seed -> campaignProgress.advance(BoundTrials.of(seed)))
        .collect(() -> new ArrayList<BoundTrial>(), Campaign::keepWorst, (one, other) -> {
          other.forEach(boundTrial -> keepWorst(one, boundTrial));
        });
    worst.sort((one, other) -> Double.compare(other.share(), one.share()));
    worst.forEach(boundTrial -> out.printf(
        Locale.ROOT,
        "%.2f of the bound: %.3f limits over-admitted, bound %.3f; seed %d, %s%n",
        boundTrial.share(),
        boundTrial.measured(),
        boundTrial.bound(),
        boundTrial.seed(),
        boundTrial.description()));
    boolean holds = worst.isEmpty() || worst.get(0).share() <= 1;
    out.printf(
        Locale.ROOT,
        "%s in %d trials, %d s%n",
        holds ? "the bound held" : "THE BOUND FAILED",
        count,
        (clock.elapsedMillis() - startMillis) / 1_000);
    out.flush();
    return holds ? 0 : 1;
  }

  private static void keepWorst(List<BoundTrial> worst, BoundTrial boundTrial) {
    worst.add(boundTrial);
    worst.sort((one, other) -> Double.compare(other.share(), one.share()));
    if (worst.size() > 5) {
      worst.remove(5);
    }
  }

  /** Prints progress every few seconds. Thread-safe. */
  private final class CampaignProgress {
    private final long count;
    private long next;
    private long done;

    private CampaignProgress(long count, long startMillis) {
      this.count = count;
      this.next = startMillis + PROGRESS_MILLIS;
    }

    synchronized BoundTrial advance(BoundTrial boundTrial) {
      done++;
      long now = NanoClock.system().elapsedMillis();
      if (now >= next) {
        next = now + PROGRESS_MILLIS;
        out.printf(Locale.ROOT, "%d of %d trials%n", done, count);
        out.flush();
      }
      return boundTrial;
    }
  }

  /** Compares policies with other settings and writes the requested output files. */
  void frontier(
      PolicyStudy.StudyDepth studyDepth, long seed, SimulationRequest.OutputFiles outputFiles)
      throws IOException {
    PolicyStudy policyStudy = new PolicyStudy(studyDepth, seed);
    List<VariantResult> findings = policyStudy.run(PolicyVariant.ALL, line -> {
      out.println(line);
      out.flush();
    });
    out.println();
    out.print(policyStudy.table(findings));
    out.flush();
    write(studyDepth, seed, findings, outputFiles);
  }

  /** Writes the requested output files. */
  static void write(
      PolicyStudy.StudyDepth studyDepth,
      long seed,
      List<VariantResult> findings,
      SimulationRequest.OutputFiles outputFiles)
      throws IOException {
    if (outputFiles.json().isPresent()) {
      String text = JsonReport.text(result(studyDepth, seed, allRuns(findings)));
      Main.save(outputFiles.json().get(), text.getBytes(StandardCharsets.UTF_8));
    }
    if (outputFiles.report().isPresent()) {
      PolicyStudy policyStudy = new PolicyStudy(studyDepth, seed);
      ByteArrayOutputStream page = new ByteArrayOutputStream();
      HtmlReport.of(result(studyDepth, seed, defaultVariantRuns(findings)))
          .withCommand(
              "./weir simulate --frontier --seed " + seed + " --minutes " + studyDepth.minutes())
          .withFrontier(policyStudy.frontier(findings, 10))
          .withFrontier(policyStudy.frontier(findings, 100))
          .write(page);
      Main.save(outputFiles.report().get(), page.toByteArray());
    }
  }

  private static SimulationResult result(
      PolicyStudy.StudyDepth studyDepth, long seed, List<Run> runs) {
    return new SimulationResult(
        "frontier",
        "What exactness costs: the even-spread attack, and policies with other settings.",
        ScenarioCatalog.TOPOLOGY.regions(),
        ScenarioCatalog.TOPOLOGY.nodes(),
        seed,
        studyDepth.minutes() * 60_000L,
        runs);
  }

  private static List<Run> allRuns(List<VariantResult> findings) {
    List<Run> runs = new ArrayList<>();
    for (VariantResult variantResult : findings) {
      String name = variantResult.variant().contender().title() + ", "
          + variantResult.variant().label();
      runs.add(variantResult.production().named(name));
      variantResult.attacks().forEach(attack -> runs.add(attack.named(name)));
    }
    return runs;
  }

  /** Returns the attack runs of the variants with default settings. */
  private static List<Run> defaultVariantRuns(List<VariantResult> findings) {
    return findings.stream()
        .filter(variantResult -> variantResult.variant().hasDefaultTerms())
        .flatMap(variantResult -> variantResult.attacks().stream())
        .toList();
  }
}
