// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import static io.weir.benchmarks.report.FigureFormat.significant;

import io.weir.benchmarks.redis.contender.Allowance;
import io.weir.benchmarks.redis.contender.RedisContender;
import io.weir.benchmarks.redis.contender.RedisContenderKind;
import io.weir.benchmarks.redis.contender.RedisLocation;
import io.weir.benchmarks.redis.load.CallerThreads;
import io.weir.benchmarks.redis.load.KeySequence;
import io.weir.benchmarks.redis.server.BenchmarkRedis;
import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportTable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/** Measures how many commands and how much CPU time decisions cost Redis. */
final class RedisCommandLoad {
  private static final double GOAL = 0.01;
  private static final List<Integer> PACES = List.of(1, 10, 100, 1_000, 10_000, 100_000);

  private static final long FEWEST_CHECKS = 5;

  /** Longer than a view of the region stays fresh: with one check per window, every check finds a stale view. */
  private static final Duration SPARSE_WINDOW = Duration.ofSeconds(6);

  private static final long SPARSE_AMOUNT = 100;

  private final BenchmarkRedis benchmarkRedis;
  private final RedisFindings redisFindings;
  private final RedisTiming redisTiming;
  private final RedisComparison redisComparison;

  RedisCommandLoad(
      BenchmarkRedis benchmarkRedis, RedisFindings redisFindings, RedisTiming redisTiming) {
    this.benchmarkRedis = benchmarkRedis;
    this.redisFindings = redisFindings;
    this.redisTiming = redisTiming;
    this.redisComparison = new RedisComparison(benchmarkRedis, redisFindings, redisTiming);
  }

  /**
   * Reports the commands per check: of the runs at full speed, of one more case at full speed, and of rarely checked
   * keys.
   */
  void report(
      Map<RedisComparison.ComparisonSetting, Map<RedisContenderKind, ContenderResult>> withHeadRoom,
      RedisComparison.ComparisonSetting atLimit) {
    ReportTable reportTable = new ReportTable(
        "How many commands does a check cost Redis?",
        "case",
        "limiter",
        "checks/s",
        "admitted per round",
        "sent per check",
        "sent per admitted",
        "with those in scripts");
    withHeadRoom.forEach((comparisonSetting, results) ->
        results.forEach((redisContenderKind, contenderResult) -> line(
            reportTable,
            comparisonSetting.label() + ", head-room",
            redisContenderKind,
            contenderResult)));
    new RedisComparison(benchmarkRedis, redisFindings, redisTiming.once())
        .run(atLimit)
        .forEach((redisContenderKind, contenderResult) ->
            line(reportTable, atLimit.label(), redisContenderKind, contenderResult));
    for (RedisContenderKind redisContenderKind : RedisContenderKind.values()) {
      redisFindings.attempt(redisContenderKind, () -> sparse(reportTable, redisContenderKind));
    }
    withHeadRoom.forEach(
        (comparisonSetting, results) -> goal(reportTable, comparisonSetting, results));
    reportTable.note(
        "From Redis's own statistics, including heartbeats. The last column is also per admitted check"
            + " and counts every command that Redis ran, including those in scripts. At the limit and"
            + " with head-room: " + RedisComparison.THREADS + " threads at full speed.");
    reportTable.note(
        "One check per window: each of " + FigureFormat.count(RedisSuite.MANY) + " keys once in "
            + SPARSE_WINDOW.toSeconds() + " s, which is the worst case for Weir. Peers, "
            + FigureFormat.count(RedisSuite.SOME) + " keys, were not paced:"
            + " the time between two checks makes no difference to them.");
    redisFindings.add(reportTable);
  }

  private void goal(
      ReportTable reportTable,
      RedisComparison.ComparisonSetting comparisonSetting,
      Map<RedisContenderKind, ContenderResult> results) {
    ContenderResult weir = results.get(RedisContenderKind.WEIR);
    if (weir != null && comparisonSetting.keys().count() == 1) {
      double found = weir.ratio(
          contenderTurn -> contenderTurn.sent(RedisContenderKind.WEIR), ContenderTurn::admitted);
      reportTable.note(
          "Goal, " + comparisonSetting.label() + " with head-room at full speed: at most " + GOAL
              + " commands per admitted check: " + significant(found) + ", "
              + RedisDecisionSpeed.verdict(found <= GOAL) + ".");
    }
  }

  private void line(
      ReportTable reportTable,
      String label,
      RedisContenderKind redisContenderKind,
      ContenderResult contenderResult) {
    double sent = contenderResult.ratio(
        contenderTurn -> contenderTurn.sent(redisContenderKind), ContenderTurn::admitted);
    double all = contenderResult.ratio(ContenderTurn::run, ContenderTurn::admitted);
    reportTable.line(
        label,
        redisContenderKind.label(),
        FigureFormat.count((long) contenderResult.perSecond()),
        FigureFormat.count(
            (long) contenderResult.median(contenderTurn -> contenderTurn.tally().admitted())),
        significant(contenderResult.ratio(
            contenderTurn -> contenderTurn.sent(redisContenderKind), ContenderTurn::checks)),
        significant(sent),
        significant(all));
    redisFindings.addShare(label + ", commands sent per admitted check", redisContenderKind, sent);
    redisFindings.addShare(label + ", commands run per admitted check", redisContenderKind, all);
  }

  private ContenderResult sparse(ReportTable reportTable, RedisContenderKind redisContenderKind) {
    redisFindings.tell("one check per window: " + redisContenderKind.label());
    String prefix = redisFindings.newPrefix();
    KeySequence keySequence = KeySequence.of(
        redisContenderKind == RedisContenderKind.WEIR ? RedisSuite.MANY : RedisSuite.SOME);
    Allowance allowance = new Allowance(SPARSE_AMOUNT, SPARSE_WINDOW);
    try (RedisContender redisContender =
        redisContenderKind.open(new RedisLocation(benchmarkRedis.uri(), prefix), allowance)) {
      CallerThreads callerThreads = new CallerThreads(redisContender, keySequence, 1);
      benchmarkRedis.settle();
      ContenderResult first = new ContenderResult();
      ContenderResult later = new ContenderResult();
      for (int window = 0; window <= redisTiming.windows(); window++) {
        (window == 0 ? first : later).add(window(callerThreads, redisContenderKind), 0);
      }
      line(reportTable, "first check of a key", redisContenderKind, first);
      line(reportTable, "one check per window", redisContenderKind, later);
      return later;
    } finally {
      benchmarkRedis.clear(prefix);
    }
  }

  private ContenderTurn window(CallerThreads callerThreads, RedisContenderKind redisContenderKind) {
    if (redisContenderKind != RedisContenderKind.WEIR) {
      return redisComparison.observe(callerThreads::visitAll);
    }
    awaitWindow();
    // Leaves time before the end of the window, so that the last publishes belong to this turn.
    double seconds = 0.8 * SPARSE_WINDOW.toSeconds();
    return redisComparison.observe(
        () -> callerThreads.pace(RedisSuite.MANY / seconds, RedisSuite.MANY));
  }

  private void awaitWindow() {
    long length = SPARSE_WINDOW.toMillis();
    long next = (System.currentTimeMillis() / length + 1) * length;
    for (long now = System.currentTimeMillis(); now < next; now = System.currentTimeMillis()) {
      LockSupport.parkNanos(this, (next - now) * 1_000_000);
    }
  }

  /** Reports Weir's commands per check at several request rates. */
  void reportCurve(Allowance allowance) {
    ReportTable reportTable = new ReportTable(
        "How does that depend on the request rate, for Weir on one key?",
        "checks/s",
        "seconds",
        "checks",
        "sent per admitted",
        "of these heartbeats",
        "with those in scripts");
    String prefix = redisFindings.newPrefix();
    redisFindings.attempt(RedisContenderKind.WEIR, () -> {
      try (RedisContender weir = RedisContenderKind.WEIR.open(
          new RedisLocation(benchmarkRedis.uri(), prefix), allowance)) {
        CallerThreads callerThreads = new CallerThreads(weir, KeySequence.of(1), 1);
        callerThreads.visitAll();
        PACES.forEach(pace -> curve(reportTable, pace, callerThreads));
        return weir;
      } finally {
        benchmarkRedis.clear(prefix);
      }
    });
    reportTable.note(
        "A heartbeat is one command every two seconds per process, for any number of keys."
            + " Peers: as above, at every rate.");
    redisFindings.add(reportTable);
  }

  private void curve(ReportTable reportTable, int pace, CallerThreads callerThreads) {
    redisFindings.tell("curve: " + FigureFormat.count(pace) + " checks/s");
    benchmarkRedis.settle();
    long checks = Math.max(FEWEST_CHECKS, pace * redisTiming.paceMillis() / 1_000);
    ContenderTurn contenderTurn = redisComparison.observe(() -> callerThreads.pace(pace, checks));
    double admitted = contenderTurn.admitted();
    double sent = contenderTurn.sent(RedisContenderKind.WEIR) / admitted;
    // Only heartbeats read the set of processes.
    double heartbeats = contenderTurn.server().calls().getOrDefault("zcard", 0L) / admitted;
    reportTable.line(
        FigureFormat.count(Math.round(contenderTurn.tally().perSecond())),
        FigureFormat.shown(contenderTurn.tally().nanos() / 1e9),
        FigureFormat.count(checks),
        significant(sent),
        significant(heartbeats),
        significant(contenderTurn.run() / admitted));
    redisFindings.addShare(
        FigureFormat.count(pace) + " checks/s, commands sent per admitted check",
        RedisContenderKind.WEIR,
        sent);
  }

  /** Reports the CPU time of Redis per admitted check. */
  void reportCpu(
      Map<RedisComparison.ComparisonSetting, Map<RedisContenderKind, ContenderResult>>
          withHeadRoom) {
    ReportTable reportTable = new ReportTable(
        "How much CPU time of Redis does an admitted check take?",
        "case",
        "limiter",
        "us per admitted check",
        "it / Weir");
    withHeadRoom.forEach((comparisonSetting, results) -> {
      Ranking cpu = Ranking.down(
          results,
          contenderResult ->
              contenderResult.ratio(ContenderTurn::cpuMicros, ContenderTurn::admitted));
      results
          .keySet()
          .forEach(redisContenderKind -> reportTable.line(
              comparisonSetting.label(),
              redisContenderKind.label(),
              significant(cpu.of(redisContenderKind)),
              redisContenderKind == RedisContenderKind.WEIR
                  ? ""
                  : significant(cpu.weirOver(redisContenderKind)) + "x"));
      cpu.values()
          .forEach((redisContenderKind, micros) -> redisFindings.addShare(
              comparisonSetting.label() + ", us of Redis per admitted check",
              redisContenderKind,
              micros));
    });
    reportTable.note(
        "User and kernel time as reported by Redis, in the rounds at full speed, including what an idle server takes.");
    redisFindings.add(reportTable);
  }
}
