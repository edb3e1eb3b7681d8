// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.isolation;

import io.weir.benchmarks.isolation.attack.Attack;
import io.weir.benchmarks.isolation.honest.HonestClient;
import io.weir.benchmarks.isolation.honest.Phase;
import io.weir.benchmarks.report.Figures;
import io.weir.benchmarks.report.Row;
import io.weir.benchmarks.report.Table;
import java.util.List;
import java.util.stream.Collectors;

/** The results of all attacks, for people and for scripts. */
final class IsolationTables {
  private static final double MEGABYTE = 1_000_000;

  private final List<AttackResult> results;

  IsolationTables(List<AttackResult> results) {
    this.results = results;
  }

  /** What the honest client noticed. */
  Table latency() {
    Table table = new Table(
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
    results.forEach(each -> addLatency(table, each));
    table.note("The honest client sends " + HonestClient.PER_SECOND
        + " checks per second, some with cost 0, on " + HonestClient.CONNECTIONS
        + " connections, timed from when each was due, and changes an override once per second.");
    results.stream()
        .filter(each -> each.failures().total() > 0)
        .forEach(each -> table.note(
            "Failed during " + each.attack().name() + ": " + each.failures().counts() + "."));
    table.note(verdict());
    return table;
  }

  private static void addLatency(Table table, AttackResult each) {
    Phase calm = each.calm();
    Phase attacked = each.attacked();
    table.line(
        each.attack().name(),
        Figures.significant(calm.times().p50Micros()),
        Figures.significant(attacked.times().p50Micros()),
        Figures.significant(calm.times().p99Micros()),
        Figures.significant(attacked.times().p99Micros()),
        Figures.factor(each.ratio()),
        Figures.significant(calm.times().slowestChangeMillis()),
        Figures.significant(attacked.times().slowestChangeMillis()),
        Figures.count(each.failures().total()),
        Figures.count(calm.faults().size() + attacked.faults().size()),
        Figures.count(each.survival().checked()),
        Figures.count(each.survival().lost().size()));
  }

  private String verdict() {
    long wrong = results.stream().mapToLong(each -> each.faults().size()).sum();
    return wrong == 0
        ? "All decisions of the honest client were right, and all its counts are still there."
        : "WRONG: " + wrong + " decisions of the honest client. The first ones: "
            + results.stream().flatMap(each -> each.faults().stream()).limit(3).toList();
  }

  /** What the attackers did. */
  Table attackers() {
    Table table = new Table(
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
      table.line(
          attack.name(),
          Figures.count(attack.attackers()),
          Figures.count(attack.perSecond()),
          Figures.count(each.effect().steps()),
          Figures.significant(each.calm().cost().server()),
          Figures.significant(each.attacked().cost().server()),
          Figures.significant(each.attacked().cost().others()),
          Figures.count(each.effect().evicted()),
          Figures.significant(each.effect().residentBytes() / MEGABYTE),
          "got " + outcomes(each));
    }
    table.note(
        "A step is a request or a connection. Cores: CPU time divided by elapsed time. Server,"
            + " attackers and honest client share this machine's "
            + Runtime.getRuntime().availableProcessors()
            + " cores: where the sum of both columns comes close to that, a higher p99 means that no core was"
            + " free.");
    return table;
  }

  private static String outcomes(AttackResult result) {
    return result.effect().outcomes().entrySet().stream()
        .map(each -> each.getKey() + ": " + each.getValue())
        .collect(Collectors.joining(", "));
  }

  /** Every value of one attack. */
  static List<Row> rows(AttackResult result) {
    String name = result.attack().name();
    Phase calm = result.calm();
    Phase attacked = result.attacked();
    return List.of(
        Row.alone(name, "p50 calm", calm.times().p50Micros(), "us"),
        Row.alone(name, "p50 attacked", attacked.times().p50Micros(), "us"),
        Row.alone(name, "p99 calm", calm.times().p99Micros(), "us"),
        Row.alone(name, "p99 attacked", attacked.times().p99Micros(), "us"),
        Row.alone(name, "slowest change calm", calm.times().slowestChangeMillis(), "ms"),
        Row.alone(name, "slowest change attacked", attacked.times().slowestChangeMillis(), "ms"),
        Row.alone(name, "failed", (double) result.failures().total(), "requests"),
        Row.alone(name, "wrong", result.faults().size(), "decisions"),
        Row.alone(name, "attack", (double) result.effect().steps(), "steps"),
        Row.alone(name, "evicted", (double) result.effect().evicted(), "subjects"),
        Row.alone(name, "server calm", calm.cost().server(), "cores"),
        Row.alone(name, "server attacked", attacked.cost().server(), "cores"),
        Row.alone(name, "others attacked", attacked.cost().others(), "cores"));
  }
}
