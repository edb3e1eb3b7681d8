// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.trial;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs trials that are compared with each other: in turns, each in its own JVM, round after round. */
public final class Trials {
  /*
   * A shared machine is faster in one minute than in the next. Therefore trials that are compared run right after each
   * other, several times, instead of all rounds of one trial before all rounds of the next.
   */

  /**
   * Enough for a million limiters of any kind. The heap is the same for all, because its size affects the collector's
   * costs.
   */
  private static final String[] JVM = {
    "-Xms3g",
    "-Xmx3g",
    "-Dslf4j.internal.verbosity=ERROR" // suppresses the warning that nothing is logged
  };

  private static final String ALLOCATED = "gc.alloc.rate.norm";

  private final TrialTiming trialTiming;
  private final PrintStream progress;
  private final int total;
  private int done;

  /** Runs trials with this timing. The {@code total} is the number of all trials, for the progress output. */
  public Trials(TrialTiming trialTiming, PrintStream progress, int total) {
    this.trialTiming = trialTiming;
    this.progress = progress;
    this.total = total * trialTiming.rounds();
  }

  /** Runs these trials for comparison. A trial that can't run has the result {@link TrialResult#NOTHING}. */
  public Map<Trial, TrialResult> run(Collection<Trial> trials) {
    Map<Trial, List<RunResult>> results = new LinkedHashMap<>();
    trials.forEach(trial -> results.put(trial, new ArrayList<>()));
    for (int round = 0; round < trialTiming.rounds(); round++) {
      results.forEach((trial, of) -> {
        of.addAll(run(trial));
        progress.printf("\r%d of %d ", ++done, total);
      });
    }
    Map<Trial, TrialResult> measured = new LinkedHashMap<>();
    results.forEach((trial, of) -> measured.put(trial, sumUp(of)));
    return measured;
  }

  private Collection<RunResult> run(Trial trial) {
    System.setProperty("jmh.ignoreLock", "true"); // another user's stale lock must not stop a run
    ChainedOptionsBuilder options = new OptionsBuilder()
        .include("^" + Pattern.quote(trial.benchmark().getName() + "." + trial.method()) + "$")
        .threads(trial.threads())
        .forks(1)
        .warmupIterations(trialTiming.warmups())
        .warmupTime(TimeValue.milliseconds(trialTiming.millis()))
        .measurementIterations(trialTiming.iterations())
        .measurementTime(TimeValue.milliseconds(trialTiming.millis()))
        .timeUnit(TimeUnit.NANOSECONDS)
        .addProfiler(GCProfiler.class)
        .jvmArgs(JVM)
        .verbosity(VerboseMode.SILENT)
        .shouldFailOnError(false);
    trial.parameters().forEach(options::param);
    try {
      return new Runner(options.build()).run();
    } catch (RunnerException e) {
      progress.println("\r" + trial + " did not run: " + e.getMessage());
      return List.of();
    }
  }

  private static TrialResult sumUp(List<RunResult> results) {
    List<Double> nanos = new ArrayList<>();
    List<Double> bytes = new ArrayList<>();
    for (RunResult result : results) {
      nanos.add(result.getPrimaryResult().getScore());
      @Nullable Result<?> allocated = result.getSecondaryResults().get(ALLOCATED);
      if (allocated != null) {
        bytes.add(allocated.getScore());
      }
    }
    return new TrialResult(nanos, bytes);
  }
}
