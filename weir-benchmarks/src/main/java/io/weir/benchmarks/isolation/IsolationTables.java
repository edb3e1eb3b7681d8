// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation;

import io.weir.benchmarks.isolation.attack.Attack;
import io.weir.benchmarks.isolation.honest.HonestClient;
import io.weir.benchmarks.isolation.honest.Phase;
import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import java.util.List;
import java.util.stream.Collectors;

/** Reports the results of all attacks, as tables and as rows. */
final class IsolationTables {
  private static final double MEGABYTE = 1_000_000;

  private final List<AttackResult> results;

  IsolationTables(List<AttackResult> results) {
    this.results = results;
  }

  /** What the honest client observed. */
  ReportTable latency() {
    ReportTable reportTable = new ReportTable(
        "What does an honest client notice of an attack?",
        "attack",
        "p50 calm, us",
        "p50 attacked",
        "p99 calm, us",
        "p99 attacked",
        "p99 ratio",
        "slowest change calm, ms",
        "attacked",
        "failed",
        "wrong",
        "exhausted, checked",
        "lost");
    results.forEach(each -> addLatency(reportTable, each));
    reportTable.note("The honest client sends " + HonestClient.PER_SECOND
        + " checks per second, some with cost 0, on " + HonestClient.CONNECTIONS
        + " connections, timed from when each was due, and changes an override once per second.");
    results.stream()
        .filter(each -> each.failures().total() > 0)
        .forEach(each -> reportTable.note(
            "Failed during " + each.attack().name() + ": " + each.failures().counts() + "."));
    reportTable.note(verdict());
    return reportTable;
  }

  private static void addLatency(ReportTable reportTable, AttackResult each) {
    Phase calm = each.calm();
    Phase attacked = each.attacked();
    reportTable.line(
        each.attack().name(),
        FigureFormat.significant(calm.times().p50Micros()),
        FigureFormat.significant(attacked.times().p50Micros()),
        FigureFormat.significant(calm.times().p99Micros()),
        FigureFormat.significant(attacked.times().p99Micros()),
        FigureFormat.factor(each.ratio()),
        FigureFormat.significant(calm.times().slowestChangeMillis()),
        FigureFormat.significant(attacked.times().slowestChangeMillis()),
        FigureFormat.count(each.failures().total()),
        FigureFormat.count(calm.faults().size() + attacked.faults().size()),
        FigureFormat.count(each.survival().checked()),
        FigureFormat.count(each.survival().lost().size()));
  }

  private String verdict() {
    long wrong = results.stream().mapToLong(each -> each.faults().size()).sum();
    return wrong == 0
        ? "All decisions of the honest client were right, and all its counts are still there."
        : "WRONG: " + wrong + " decisions of the honest client. The first ones: "
            + results.stream().flatMap(each -> each.faults().stream()).limit(3).toList();
  }

  /** What the attackers did. */
  ReportTable attackers() {
    ReportTable reportTable = new ReportTable(
        "What did the attackers do, and what did it cost?",
        "attack",
        "threads",
        "max steps per second",
        "steps",
        "server cores calm",
        "attacked",
        "other cores attacked",
        "evicted",
        "server MB",
        "outcomes");
    for (AttackResult each : results) {
      Attack attack = each.attack();
      reportTable.line(
          attack.name(),
          FigureFormat.count(attack.attackers()),
          FigureFormat.count(attack.perSecond()),
          FigureFormat.count(each.effect().steps()),
          FigureFormat.significant(each.calm().cost().server()),
          FigureFormat.significant(each.attacked().cost().server()),
          FigureFormat.significant(each.attacked().cost().others()),
          FigureFormat.count(each.effect().evicted()),
          FigureFormat.significant(each.effect().residentBytes() / MEGABYTE),
          "got " + outcomes(each));
    }
    reportTable.note(
        "A step is a request or a connection. Cores: CPU time divided by elapsed time. Server,"
            + " attackers and honest client share this machine's "
            + Runtime.getRuntime().availableProcessors()
            + " cores: where the sum of both columns comes close to that, a higher p99 means that no core was"
            + " free.");
    return reportTable;
  }

  private static String outcomes(AttackResult result) {
    return result.effect().outcomes().entrySet().stream()
        .map(each -> each.getKey() + ": " + each.getValue())
        .collect(Collectors.joining(", "));
  }

  /** All values of one attack. */
  static List<ReportRow> rows(AttackResult result) {
    String name = result.attack().name();
    Phase calm = result.calm();
    Phase attacked = result.attacked();
    return List.of(
        ReportRow.alone(name, "p50 calm", calm.times().p50Micros(), "us"),
        ReportRow.alone(name, "p50 attacked", attacked.times().p50Micros(), "us"),
        ReportRow.alone(name, "p99 calm", calm.times().p99Micros(), "us"),
        ReportRow.alone(name, "p99 attacked", attacked.times().p99Micros(), "us"),
        ReportRow.alone(name, "slowest change calm", calm.times().slowestChangeMillis(), "ms"),
        ReportRow.alone(
            name, "slowest change attacked", attacked.times().slowestChangeMillis(), "ms"),
        ReportRow.alone(name, "failed", (double) result.failures().total(), "requests"),
        ReportRow.alone(name, "wrong", result.faults().size(), "decisions"),
        ReportRow.alone(name, "attack", (double) result.effect().steps(), "steps"),
        ReportRow.alone(name, "evicted", (double) result.effect().evicted(), "subjects"),
        ReportRow.alone(name, "server calm", calm.cost().server(), "cores"),
        ReportRow.alone(name, "server attacked", attacked.cost().server(), "cores"),
        ReportRow.alone(name, "others attacked", attacked.cost().others(), "cores"));
  }
}
