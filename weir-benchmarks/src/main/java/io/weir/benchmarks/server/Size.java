// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

import io.weir.benchmarks.report.Figures;
import io.weir.benchmarks.report.Row;
import io.weir.benchmarks.report.Table;
import io.weir.benchmarks.server.load.Caller;
import io.weir.benchmarks.server.load.Post;
import io.weir.benchmarks.server.load.Question;
import io.weir.benchmarks.server.site.Heap;
import io.weir.benchmarks.server.site.Site;
import io.weir.benchmarks.server.site.WeirSite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** How soon is a server there, and how much memory does it take? */
final class Size {
  private static final int BATCH = 100;
  private static final double MEGABYTE = 1_000_000;

  private final Path target;
  private final Rhythm rhythm;
  private final Findings findings;
  private final Workshop workshop;

  Size(Path target, Rhythm rhythm, Findings findings, Workshop workshop) {
    this.target = target;
    this.rhythm = rhythm;
    this.findings = findings;
    this.workshop = workshop;
  }

  void report() {
    reportStarts();
    reportMemory();
  }

  private void reportStarts() {
    List<Double> first = new ArrayList<>();
    List<Double> again = new ArrayList<>();
    for (int i = 0; i < rhythm.starts(); i++) {
      findings.tell("start " + (i + 1));
      Path folder = workshop.folder();
      String key;
      long began = System.nanoTime();
      try (WeirSite weir = WeirSite.first(target, folder)) {
        key = weir.key();
        first.add(millisToFirstDecision(weir, began));
      }
      began = System.nanoTime();
      try (WeirSite weir = WeirSite.again(target, folder, key)) {
        again.add(millisToFirstDecision(weir, began));
      }
    }
    Table table = new Table(
        "How many milliseconds pass from process start to the first decision?",
        "start",
        "milliseconds");
    table.line("in an empty folder", Figures.significant(Figures.median(first)));
    table.line("in a folder that was used before", Figures.significant(Figures.median(again)));
    findings.add(table);
    findings.add(Row.alone("start, empty folder", "Weir", Figures.median(first), "ms"));
    findings.add(Row.alone("start, again", "Weir", Figures.median(again), "ms"));
  }

  private static double millisToFirstDecision(Site weir, long began) {
    ask(weir, Question.limit(1), 1);
    return (System.nanoTime() - began) / (double) TimeUnit.MILLISECONDS.toNanos(1);
  }

  private static void ask(Site weir, Question question, int requests) {
    Post post = question.post(weir);
    try (Caller caller = new Caller(weir)) {
      for (int i = 0; i < requests; i++) {
        String unused = caller.ask(post.request(question.body(i)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void reportMemory() {
    Table table = new Table(
        "How many megabytes of memory does a server take?", "when", "resident", "heap in use");
    try (WeirSite weir = WeirSite.first(target, workshop.folder())) {
      findings.tell("memory at idle");
      ask(weir, Question.limit(1), 1);
      long idle = weir.usage().residentBytes();
      String subjects = Figures.count(rhythm.newcomers()) + " subjects";
      findings.tell("memory at " + subjects);
      ask(weir, Question.newcomers(BATCH), rhythm.newcomers() / BATCH);
      long full = weir.usage().residentBytes();
      line(table, "after its first decision", idle, "-");
      try (Heap heap = weir.heap()) {
        double used = heap.usedAfterCollection() / MEGABYTE;
        line(table, "with " + subjects, full, Figures.significant(used));
        findings.add(Row.alone("heap, " + subjects, "Weir", used, "MB"));
      }
      findings.add(Row.alone("resident, idle", "Weir", idle / MEGABYTE, "MB"));
      findings.add(Row.alone("resident, " + subjects, "Weir", full / MEGABYTE, "MB"));
    }
    table.note(
        "With the JVM's default heap, which is at most a quarter of the machine's memory and grows before it is"
            + " collected. Heap in use: after a garbage collection.");
    findings.add(table);
  }

  private static void line(Table table, String when, long resident, String heap) {
    table.line(when, Figures.significant(resident / MEGABYTE), heap);
  }
}
