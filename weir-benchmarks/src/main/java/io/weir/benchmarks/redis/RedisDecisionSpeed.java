// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import static io.weir.benchmarks.report.FigureFormat.significant;

import io.weir.benchmarks.redis.contender.RedisContenderKind;
import io.weir.benchmarks.redis.load.CallerThreads;
import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportTable;
import java.util.Locale;
import java.util.Map;

/** Measures how fast decisions over Redis are. */
final class RedisDecisionSpeed {
  private static final double GOAL = 100;
  private static final double NANOS_PER_MICRO = 1_000;

  private RedisDecisionSpeed() {}

  static void report(
      Map<RedisComparison.ComparisonSetting, Map<RedisContenderKind, ContenderResult>> comparisons,
      RedisFindings redisFindings,
      String version) {
    ReportTable reportTable = new ReportTable(
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
    comparisons.forEach(
        (comparisonSetting, results) -> lines(reportTable, comparisonSetting.label(), results));
    comparisons.forEach(
        (comparisonSetting, results) -> goals(reportTable, comparisonSetting.label(), results));
    reportTable.note(RedisComparison.THREADS + " threads, medians of the rounds, " + version
        + ", limits per minute. Peers call Redis for each decision; Weir decides in memory and publishes to Redis"
        + " in the background.");
    long[] timer = CallerThreads.timerNanos();
    reportTable.note(
        "Single calls were timed in separate rounds. Each time includes the timer itself: "
            + FigureFormat.percentile(timer, 0.50) + " ns at the median, p99 "
            + FigureFormat.percentile(timer, 0.99) + " ns.");
    redisFindings.add(reportTable);
    comparisons.forEach(
        (comparisonSetting, results) -> rows(redisFindings, comparisonSetting.label(), results));
  }

  private static void lines(
      ReportTable reportTable, String label, Map<RedisContenderKind, ContenderResult> results) {
    Ranking speed = Ranking.up(results, ContenderResult::perSecond);
    Ranking tail = Ranking.down(results, ContenderResult::p99Nanos);
    results.forEach((redisContenderKind, contenderResult) -> reportTable.line(
        label,
        redisContenderKind.label(),
        FigureFormat.count((long) contenderResult.perSecond()),
        contenderResult.spread(),
        redisContenderKind == RedisContenderKind.WEIR
            ? ""
            : significant(speed.weirOver(redisContenderKind)) + "x",
        significant(contenderResult.p50Nanos() / NANOS_PER_MICRO),
        significant(contenderResult.p99Nanos() / NANOS_PER_MICRO),
        redisContenderKind == RedisContenderKind.WEIR
            ? ""
            : significant(tail.weirOver(redisContenderKind)) + "x",
        percent(contenderResult.ratio(ContenderTurn::admitted, ContenderTurn::checks))));
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * share);
  }

  private static void goals(
      ReportTable reportTable, String label, Map<RedisContenderKind, ContenderResult> results) {
    double speed = Ranking.up(results, ContenderResult::perSecond).ratio(RedisContenderKind.WEIR);
    double tail = Ranking.down(results, ContenderResult::p99Nanos).ratio(RedisContenderKind.WEIR);
    reportTable.note("Goal, " + label + ": at least 100x the best peer's decisions per second: "
        + significant(speed) + "x, " + verdict(speed >= GOAL)
        + "; p99 below 1/100 of the best peer's: 1/" + significant(tail) + ", "
        + verdict(tail > GOAL) + ".");
  }

  static String verdict(boolean reached) {
    return reached ? "reached" : "missed";
  }

  private static void rows(
      RedisFindings redisFindings, String label, Map<RedisContenderKind, ContenderResult> results) {
    redisFindings.add(
        label + ", decisions", Ranking.up(results, ContenderResult::perSecond), "1/s");
    redisFindings.add(label + ", p50", Ranking.down(results, ContenderResult::p50Nanos), "ns");
    redisFindings.add(label + ", p99", Ranking.down(results, ContenderResult::p99Nanos), "ns");
  }
}
