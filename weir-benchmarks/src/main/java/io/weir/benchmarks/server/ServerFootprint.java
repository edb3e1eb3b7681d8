// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.server;

import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.benchmarks.server.load.LoadConnection;
import io.weir.benchmarks.server.load.LoadQuestion;
import io.weir.benchmarks.server.load.RequestTemplate;
import io.weir.benchmarks.server.site.MeasuredServer;
import io.weir.benchmarks.server.site.RemoteHeap;
import io.weir.benchmarks.server.site.WeirServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Measures how fast a server starts and how much memory it takes. */
final class ServerFootprint {
  private static final int BATCH = 100;
  private static final double MEGABYTE = 1_000_000;

  private final Path target;
  private final ServerTiming serverTiming;
  private final ServerFindings serverFindings;
  private final WorkFolders workFolders;

  ServerFootprint(
      Path target,
      ServerTiming serverTiming,
      ServerFindings serverFindings,
      WorkFolders workFolders) {
    this.target = target;
    this.serverTiming = serverTiming;
    this.serverFindings = serverFindings;
    this.workFolders = workFolders;
  }

  void report() {
    reportStarts();
    reportMemory();
  }

  private void reportStarts() {
    List<Double> first = new ArrayList<>();
    List<Double> again = new ArrayList<>();
    for (int i = 0; i < serverTiming.starts(); i++) {
      serverFindings.tell("start " + (i + 1));
      Path folder = workFolders.folder();
      String key;
      long began = System.nanoTime();
      try (WeirServerProcess weir = WeirServerProcess.first(target, folder)) {
        key = weir.key();
        first.add(millisToFirstDecision(weir, began));
      }
      began = System.nanoTime();
      try (WeirServerProcess weir = WeirServerProcess.again(target, folder, key)) {
        again.add(millisToFirstDecision(weir, began));
      }
    }
    ReportTable reportTable = new ReportTable(
        "How many milliseconds pass from process start to the first decision?",
        "start",
        "milliseconds");
    reportTable.line("in an empty folder", FigureFormat.significant(FigureFormat.median(first)));
    reportTable.line(
        "in a folder that was used before", FigureFormat.significant(FigureFormat.median(again)));
    serverFindings.add(reportTable);
    serverFindings.add(
        ReportRow.alone("start, empty folder", "Weir", FigureFormat.median(first), "ms"));
    serverFindings.add(ReportRow.alone("start, again", "Weir", FigureFormat.median(again), "ms"));
  }

  private static double millisToFirstDecision(MeasuredServer weir, long began) {
    ask(weir, LoadQuestion.limit(1), 1);
    return (System.nanoTime() - began) / (double) TimeUnit.MILLISECONDS.toNanos(1);
  }

  private static void ask(MeasuredServer weir, LoadQuestion loadQuestion, int requests) {
    RequestTemplate requestTemplate = loadQuestion.post(weir);
    try (LoadConnection loadConnection = new LoadConnection(weir)) {
      for (int i = 0; i < requests; i++) {
        String unused = loadConnection.ask(requestTemplate.request(loadQuestion.body(i)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void reportMemory() {
    ReportTable reportTable = new ReportTable(
        "How many megabytes of memory does a server take?", "when", "resident", "heap in use");
    try (WeirServerProcess weir = WeirServerProcess.first(target, workFolders.folder())) {
      serverFindings.tell("memory at idle");
      ask(weir, LoadQuestion.limit(1), 1);
      long idle = weir.usage().residentBytes();
      String subjects = FigureFormat.count(serverTiming.newcomers()) + " subjects";
      serverFindings.tell("memory at " + subjects);
      ask(weir, LoadQuestion.newcomers(BATCH), serverTiming.newcomers() / BATCH);
      long full = weir.usage().residentBytes();
      line(reportTable, "after its first decision", idle, "-");
      try (RemoteHeap remoteHeap = weir.heap()) {
        double used = remoteHeap.usedAfterCollection() / MEGABYTE;
        line(reportTable, "with " + subjects, full, FigureFormat.significant(used));
        serverFindings.add(ReportRow.alone("heap, " + subjects, "Weir", used, "MB"));
      }
      serverFindings.add(ReportRow.alone("resident, idle", "Weir", idle / MEGABYTE, "MB"));
      serverFindings.add(ReportRow.alone("resident, " + subjects, "Weir", full / MEGABYTE, "MB"));
    }
    reportTable.note(
        "With the JVM's default heap, which is at most a quarter of the machine's memory and grows before it is"
            + " collected. Heap in use: after a garbage collection.");
    serverFindings.add(reportTable);
  }

  private static void line(ReportTable reportTable, String when, long resident, String heap) {
    reportTable.line(when, FigureFormat.significant(resident / MEGABYTE), heap);
  }
}
