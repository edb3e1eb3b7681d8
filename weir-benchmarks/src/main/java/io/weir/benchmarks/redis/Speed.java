// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import static io.weir.benchmarks.report.Figures.significant;

import io.weir.benchmarks.redis.contender.Kind;
import io.weir.benchmarks.redis.load.Callers;
import io.weir.benchmarks.report.Figures;
import io.weir.benchmarks.report.Table;
import java.util.Locale;
import java.util.Map;

/** How fast are decisions over Redis? */
final class Speed {
  private static final double GOAL = 100;
  private static final double NANOS_PER_MICRO = 1_000;

  private Speed() {}

  static void report(
      Map<Contest.Setting, Map<Kind, Standing>> contests, Findings findings, String version) {
    Table table = new Table(
        "How fast is a warm decision over Redis, with head-room?",
        "case",
        "limiter",
        "decisions/s",
        "slowest..fastest round",
        "Weir / this",
        "p50 us",
        "p99 us",
        "its p99 / Weir's",
        "admitted");
    contests.forEach((setting, standings) -> lines(table, setting.label(), standings));
    contests.forEach((setting, standings) -> goals(table, setting.label(), standings));
    table.note(Contest.THREADS + " threads, medians of the rounds, " + version
        + ", limits per minute. Peers call Redis for each decision; Weir decides in memory and publishes to Redis"
        + " in the background.");
    long[] timer = Callers.timerNanos();
    table.note("Single calls were timed in separate rounds. Each time includes the timer itself: "
        + Figures.percentile(timer, 0.50) + " ns at the median, p99 "
        + Figures.percentile(timer, 0.99) + " ns.");
    findings.add(table);
    contests.forEach((setting, standings) -> rows(findings, setting.label(), standings));
  }

  private static void lines(Table table, String label, Map<Kind, Standing> standings) {
    Ranking speed = Ranking.up(standings, Standing::perSecond);
    Ranking tail = Ranking.down(standings, Standing::p99Nanos);
    standings.forEach((kind, standing) -> table.line(
        label,
        kind.label(),
        Figures.count((long) standing.perSecond()),
        standing.spread(),
        kind == Kind.WEIR ? "" : significant(speed.weirOver(kind)) + "x",
        significant(standing.p50Nanos() / NANOS_PER_MICRO),
        significant(standing.p99Nanos() / NANOS_PER_MICRO),
        kind == Kind.WEIR ? "" : significant(tail.weirOver(kind)) + "x",
        percent(standing.ratio(Turn::admitted, Turn::checks))));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static void goals(Table table, String label, Map<Kind, Standing> standings) {
    double speed = Ranking.up(standings, Standing::perSecond).ratio(Kind.WEIR);
    double tail = Ranking.down(standings, Standing::p99Nanos).ratio(Kind.WEIR);
    table.note("Goal, " + label + ": at least 100x the best peer's decisions per second: "
        + significant(speed) + "x, " + verdict(speed >= GOAL)
        + "; p99 below 1/100 of the best peer's: 1/" + significant(tail) + ", "
        + verdict(tail > GOAL) + ".");
  }

  static String verdict(boolean reached) {
    return reached ? "reached" : "missed";
  }

  private static void rows(Findings findings, String label, Map<Kind, Standing> standings) {
    findings.add(label + ", decisions", Ranking.up(standings, Standing::perSecond), "1/s");
    findings.add(label + ", p50", Ranking.down(standings, Standing::p50Nanos), "ns");
    findings.add(label + ", p99", Ranking.down(standings, Standing::p99Nanos), "ns");
  }
}
