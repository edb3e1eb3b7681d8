// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.result.Run;
import io.weir.simulator.result.SimulationResult;
import io.weir.simulator.run.InvariantViolated;
import io.weir.simulator.run.RunProgress;
import io.weir.simulator.run.RunTask;
import io.weir.simulator.run.Simulator;
import io.weir.simulator.summary.SummaryFormat;
import io.weir.time.NanoClock;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Carries out a simulation request and prints its progress. */
final class RequestRunner {
  /** Rare enough for a log file, frequent enough for an interactive user. */
  private static final long PROGRESS_NANOS = 3_000_000_000L;

  private final SimulationRequest request;
  private final Simulator simulator;
  private final NanoClock clock;
  private final PrintWriter out;

  RequestRunner(
      SimulationRequest request, SimulatorEnvironment simulatorEnvironment, PrintWriter out) {
    this.request = request;
    this.simulator = simulatorEnvironment.simulator();
    this.clock = simulatorEnvironment.clock();
    this.out = out;
  }

  /** Thrown when a run violates an invariant. */
  static final class RunFailed extends Exception {
    private static final long serialVersionUID = 1L;

    private final InvariantViolated violation;
    private final String where;
    private final String command;

    private RunFailed(InvariantViolated violation, RunTask runTask, SimulationRequest request) {
      super(violation.getMessage(), violation);
      this.violation = violation;
      this.where = runTask.contender().title() + ", load " + SummaryFormat.load(runTask.load());
      this.command = request.command(List.of(runTask.contender()), violation.seed());
    }

    /** Returns the violation. */
    InvariantViolated violation() {
      return violation;
    }

    /** Returns the contender and the load of the run. */
    String where() {
      return where;
    }

    /** Returns the command that reproduces the violation. */
    String command() {
      return command;
    }
  }

  /** Runs all tasks. Prints progress on separate lines, which suit both a terminal and a log. */
  SimulationResult run() throws RunFailed {
    List<RunTask> tasks = request.tasks();
    List<Run> runs = new ArrayList<>();
    long checks = 0;
    long startNanos = clock.nanoTime();
    for (RunTask runTask : tasks) {
      String label = "[%d/%d] %s, load %s"
          .formatted(
              runs.size() + 1,
              tasks.size(),
              runTask.contender().title(),
              SummaryFormat.load(runTask.load()));
      Run run = run(runTask, label);
      checks += run.volume().checks();
      runs.add(run);
    }
    out.printf(
        "%s simulated checks in %s: %s per second in one thread%n",
        SummaryFormat.count(checks),
        SummaryFormat.seconds(clock.nanoTime() - startNanos),
        SummaryFormat.rate(checks, clock.nanoTime() - startNanos));
    return new SimulationResult(
        request.scenario().name(),
        request.scenario().title(),
        request.scenario().topology().regions(),
        request.scenario().topology().nodes(),
        request.seed(),
        request.scenario().span().millis(),
        List.copyOf(runs));
  }

  private Run run(RunTask runTask, String label) throws RunFailed {
    long startNanos = clock.nanoTime();
    try {
      Run run = simulator.run(runTask, new ProgressLines(label, startNanos));
      long nanos = clock.nanoTime() - startNanos;
      out.printf(
          "%s: done in %s, %s checks, %s checks/s%n",
          label,
          SummaryFormat.seconds(nanos),
          SummaryFormat.count(run.volume().checks()),
          SummaryFormat.rate(run.volume().checks(), nanos));
      out.flush();
      return run;
    } catch (InvariantViolated e) {
      throw new RunFailed(e, runTask, request);
    }
  }

  /** Prints a progress line every few seconds of real time. */
  private final class ProgressLines implements RunProgress {
    private final String label;
    private final long startNanos;
    private long nextNanos;

    ProgressLines(String label, long startNanos) {
      this.label = label;
      this.startNanos = startNanos;
      this.nextNanos = startNanos + PROGRESS_NANOS;
    }

    @Override
    public void at(long virtualMillis, long checks) {
      long now = clock.nanoTime();
      if (now - nextNanos >= 0) {
        nextNanos = now + PROGRESS_NANOS;
        out.printf(
            "%s: %s of %s, %s checks, %s checks/s%n",
            label,
            SummaryFormat.clock(virtualMillis),
            SummaryFormat.clock(request.scenario().span().millis()),
            SummaryFormat.count(checks),
            SummaryFormat.rate(checks, now - startNanos));
        out.flush();
      }
    }
  }
}
