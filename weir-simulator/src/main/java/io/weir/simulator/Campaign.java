// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.bound.Trial;
import io.weir.simulator.chaos.Seeds;
import io.weir.simulator.report.HtmlReport;
import io.weir.simulator.report.JsonReport;
import io.weir.simulator.result.Outcome;
import io.weir.simulator.result.Run;
import io.weir.simulator.scenario.Catalogue;
import io.weir.simulator.study.Finding;
import io.weir.simulator.study.Study;
import io.weir.simulator.study.Trials;
import io.weir.simulator.study.Variant;
import io.weir.time.NanoClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/** The long ways: many seeds of random faults, many trials of the bound, and policies on other terms. */
final class Campaign {
  private static final long SAY_EVERY_MILLIS = 5_000;

  private final PrintWriter out;

  Campaign(PrintWriter out) {
    this.out = out;
  }

  /** Random faults; the exit code. */
  int seeds(long from, long count) {
    return Seeds.run(from, count, out);
  }

  /** Random fleets and traffic, to see whether the bound ever fails; the exit code. */
  int trials(long from, long count) {
    NanoClock clock = NanoClock.system();
    long began = clock.elapsedMillis();
    Progress progress = new Progress(count, began);
    List<Trial> worst = LongStream.range(from, from + count)
        .parallel()
        .mapToObj(seed -> progress.after(Trials.of(seed)))
        .collect(() -> new ArrayList<Trial>(), Campaign::keepWorst, (one, other) -> {
          other.forEach(trial -> keepWorst(one, trial));
        });
    worst.sort((one, other) -> Double.compare(other.share(), one.share()));
    worst.forEach(trial -> out.printf(
        Locale.ROOT,
        "%.2f of the bound: %.3f limits over-admitted, bound %.3f; seed %d, %s%n",
        trial.share(),
        trial.measured(),
        trial.bound(),
        trial.seed(),
        trial.what()));
    boolean holds = worst.isEmpty() || worst.get(0).share() <= 1;
    out.printf(
        Locale.ROOT,
        "%s in %d trials, %d s%n",
        holds ? "the bound held" : "THE BOUND FAILED",
        count,
        (clock.elapsedMillis() - began) / 1_000);
    out.flush();
    return holds ? 0 : 1;
  }

  private static void keepWorst(List<Trial> worst, Trial trial) {
    worst.add(trial);
    worst.sort((one, other) -> Double.compare(other.share(), one.share()));
    if (worst.size() > 5) {
      worst.remove(5);
    }
  }

  /** Says now and then how far it is. Safe for many threads. */
  private final class Progress {
    private final long count;
    private long next;
    private long done;

    private Progress(long count, long began) {
      this.count = count;
      this.next = began + SAY_EVERY_MILLIS;
    }

    synchronized Trial after(Trial trial) {
      done++;
      long now = NanoClock.system().elapsedMillis();
      if (now >= next) {
        next = now + SAY_EVERY_MILLIS;
        out.printf(Locale.ROOT, "%d of %d trials%n", done, count);
        out.flush();
      }
      return trial;
    }
  }

  /** Policies on other terms; writes the files that were asked for. */
  void frontier(Study.Depth depth, long seed, Order.Files files) throws IOException {
    Study study = new Study(depth, seed);
    List<Finding> findings = study.run(Variant.ALL, line -> {
      out.println(line);
      out.flush();
    });
    out.println();
    out.print(study.table(findings));
    out.flush();
    write(depth, seed, findings, files);
  }

  /** Writes the files that were asked for. */
  static void write(Study.Depth depth, long seed, List<Finding> findings, Order.Files files)
      throws IOException {
    if (files.json().isPresent()) {
      String text = JsonReport.text(outcome(depth, seed, everything(findings)));
      Main.save(files.json().get(), text.getBytes(StandardCharsets.UTF_8));
    }
    if (files.report().isPresent()) {
      Study study = new Study(depth, seed);
      ByteArrayOutputStream page = new ByteArrayOutputStream();
      HtmlReport.of(outcome(depth, seed, asTheyCome(findings)))
          .withCommand(
              "./weir simulate --frontier --seed " + seed + " --minutes " + depth.minutes())
          .withFrontier(study.frontier(findings, 10))
          .withFrontier(study.frontier(findings, 100))
          .write(page);
      Main.save(files.report().get(), page.toByteArray());
    }
  }

  private static Outcome outcome(Study.Depth depth, long seed, List<Run> runs) {
    return new Outcome(
        "frontier",
        "What exactness costs: the even-spread attack, and policies with other settings.",
        Catalogue.TERRAIN.regions(),
        Catalogue.TERRAIN.nodes(),
        seed,
        depth.minutes() * 60_000L,
        runs);
  }

  private static List<Run> everything(List<Finding> findings) {
    List<Run> runs = new ArrayList<>();
    for (Finding finding : findings) {
      String name =
          finding.variant().contender().title() + ", " + finding.variant().label();
      runs.add(finding.production().named(name));
      finding.attacks().forEach(attack -> runs.add(attack.named(name)));
    }
    return runs;
  }

  /** The attacks on policies on their own terms. */
  private static List<Run> asTheyCome(List<Finding> findings) {
    return findings.stream()
        .filter(finding -> finding.variant().isAsItComes())
        .flatMap(finding -> finding.attacks().stream())
        .toList();
  }
}
