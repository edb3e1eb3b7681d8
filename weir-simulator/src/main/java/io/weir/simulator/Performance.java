// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator;

import io.weir.simulator.result.Outcome;
import io.weir.simulator.result.Run;
import io.weir.simulator.run.InvariantViolated;
import io.weir.simulator.run.Progress;
import io.weir.simulator.run.Simulator;
import io.weir.simulator.run.Task;
import io.weir.simulator.summary.Figures;
import io.weir.time.NanoClock;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Carries out an order, and tells how far it is. */
final class Performance {
  /** Seldom enough for a log, often enough for somebody who watches. */
  private static final long EVERY_NANOS = 3_000_000_000L;

  private final Order order;
  private final Simulator simulator;
  private final NanoClock clock;
  private final PrintWriter out;

  Performance(Order order, Wiring wiring, PrintWriter out) {
    this.order = order;
    this.simulator = wiring.simulator();
    this.clock = wiring.clock();
    this.out = out;
  }

  /** A run came upon something that must never happen. */
  static final class Failed extends Exception {
    private static final long serialVersionUID = 1L;

    private final InvariantViolated violation;
    private final String where;
    private final String command;

    private Failed(InvariantViolated violation, Task task, Order order) {
      super(violation.getMessage(), violation);
      this.violation = violation;
      this.where = task.contender().title() + ", load " + Figures.load(task.load());
      this.command = order.command(List.of(task.contender()), violation.seed());
    }

    /** What it was. */
    InvariantViolated violation() {
      return violation;
    }

    /** The contender and the load. */
    String where() {
      return where;
    }

    /** The command that shows it again. */
    String command() {
      return command;
    }
  }

  /** Runs everything. Says what it does on lines of their own, for a terminal and a log alike. */
  Outcome run() throws Failed {
    List<Task> tasks = order.tasks();
    List<Run> runs = new ArrayList<>();
    long checks = 0;
    long began = clock.nanoTime();
    for (Task task : tasks) {
      String label = "[%d/%d] %s, load %s"
          .formatted(
              runs.size() + 1, tasks.size(), task.contender().title(), Figures.load(task.load()));
      Run run = run(task, label);
      checks += run.volume().checks();
      runs.add(run);
    }
    out.printf(
        "%s simulated checks in %s: %s per second in one thread%n",
        Figures.count(checks),
        Figures.seconds(clock.nanoTime() - began),
        Figures.rate(checks, clock.nanoTime() - began));
    return new Outcome(
        order.scenario().name(),
        order.scenario().title(),
        order.scenario().terrain().regions(),
        order.scenario().terrain().nodes(),
        order.seed(),
        order.scenario().span().millis(),
        List.copyOf(runs));
  }

  private Run run(Task task, String label) throws Failed {
    long began = clock.nanoTime();
    try {
      Run run = simulator.run(task, new Lines(label, began));
      long took = clock.nanoTime() - began;
      out.printf(
          "%s: done in %s, %s checks, %s checks/s%n",
          label,
          Figures.seconds(took),
          Figures.count(run.volume().checks()),
          Figures.rate(run.volume().checks(), took));
      out.flush();
      return run;
    } catch (InvariantViolated e) {
      throw new Failed(e, task, order);
    }
  }

  /** A line every few seconds of real time. */
  private final class Lines implements Progress {
    private final String label;
    private final long began;
    private long next;

    Lines(String label, long began) {
      this.label = label;
      this.began = began;
      this.next = began + EVERY_NANOS;
    }

    @Override
    public void at(long virtualMillis, long checks) {
      long now = clock.nanoTime();
      if (now - next >= 0) {
        next = now + EVERY_NANOS;
        out.printf(
            "%s: %s of %s, %s checks, %s checks/s%n",
            label,
            Figures.clock(virtualMillis),
            Figures.clock(order.scenario().span().millis()),
            Figures.count(checks),
            Figures.rate(checks, now - began));
        out.flush();
      }
    }
  }
}
