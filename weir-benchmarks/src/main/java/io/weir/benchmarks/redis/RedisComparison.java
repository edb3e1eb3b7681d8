// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.contender.Allowance;
import io.weir.benchmarks.redis.contender.RedisContender;
import io.weir.benchmarks.redis.contender.RedisContenderKind;
import io.weir.benchmarks.redis.contender.RedisLocation;
import io.weir.benchmarks.redis.load.CallerCounts;
import io.weir.benchmarks.redis.load.CallerThreads;
import io.weir.benchmarks.redis.load.KeySequence;
import io.weir.benchmarks.redis.server.BenchmarkRedis;
import io.weir.benchmarks.redis.server.RedisStatistics;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Measures contenders on one server in turns and rounds. */
final class RedisComparison {
  /*
   * All contenders are connected at the same time and take turns. The others have no callers during a turn, and the
   * state that a limiter keeps in steady use becomes stale meanwhile, so each turn starts with a warm-up that is not
   * counted. A shared machine is faster in one minute than in the next, hence several rounds. Each round starts with a
   * different contender, so that none always runs after the same one.
   */

  /**
   * The settings of one comparison.
   *
   * @param label the name in the report
   * @param keys the keys that callers check
   * @param allowance of each key
   * @param timed whether single calls are timed too
   */
  record ComparisonSetting(String label, KeySequence keys, Allowance allowance, boolean timed) {}

  static final int THREADS = 2;

  private final BenchmarkRedis benchmarkRedis;
  private final RedisFindings redisFindings;
  private final RedisTiming redisTiming;

  RedisComparison(
      BenchmarkRedis benchmarkRedis, RedisFindings redisFindings, RedisTiming redisTiming) {
    this.benchmarkRedis = benchmarkRedis;
    this.redisFindings = redisFindings;
    this.redisTiming = redisTiming;
  }

  /** Returns the results of the contenders that completed all turns. */
  Map<RedisContenderKind, ContenderResult> run(ComparisonSetting comparisonSetting) {
    String prefix = redisFindings.newPrefix();
    Map<RedisContenderKind, RedisContender> contenders = new EnumMap<>(RedisContenderKind.class);
    Map<RedisContenderKind, ContenderResult> results = new EnumMap<>(RedisContenderKind.class);
    try {
      for (RedisContenderKind redisContenderKind : RedisContenderKind.values()) {
        redisFindings.tell(
            comparisonSetting.label() + ": warming up " + redisContenderKind.label());
        connect(
                redisContenderKind,
                new RedisLocation(benchmarkRedis.uri(), prefix + redisContenderKind.name()),
                comparisonSetting)
            .ifPresent(redisContender -> contenders.put(redisContenderKind, redisContender));
      }
      contenders
          .keySet()
          .forEach(redisContenderKind -> results.put(redisContenderKind, new ContenderResult()));
      for (int round = 0; round < redisTiming.rounds(); round++) {
        measureRound(round, comparisonSetting, contenders, results);
      }
    } finally {
      contenders.values().forEach(redisContender -> {
        redisContender.close();
      });
      benchmarkRedis.clear(prefix);
    }
    results.forEach((redisContenderKind, contenderResult) ->
        redisFindings.remark(comparisonSetting.label(), redisContenderKind, contenderResult));
    return results;
  }

  private Optional<RedisContender> connect(
      RedisContenderKind redisContenderKind,
      RedisLocation redisLocation,
      ComparisonSetting comparisonSetting) {
    Optional<RedisContender> contender = redisFindings.attempt(
        redisContenderKind,
        () -> redisContenderKind.open(redisLocation, comparisonSetting.allowance()));
    return contender.flatMap(connected -> redisFindings
        .attempt(redisContenderKind, () -> warm(connected, comparisonSetting.keys()))
        .or(() -> {
          connected.close();
          return Optional.empty();
        }));
  }

  private RedisContender warm(RedisContender redisContender, KeySequence keySequence) {
    CallerThreads callerThreads = new CallerThreads(redisContender, keySequence, THREADS);
    callerThreads.visitAll();
    callerThreads.hurry(redisTiming.warmMillis());
    return redisContender;
  }

  private void measureRound(
      int round,
      ComparisonSetting comparisonSetting,
      Map<RedisContenderKind, RedisContender> contenders,
      Map<RedisContenderKind, ContenderResult> results) {
    List<RedisContenderKind> order = new ArrayList<>(contenders.keySet());
    Collections.rotate(order, -round);
    for (RedisContenderKind redisContenderKind : order) {
      redisFindings.tell(
          comparisonSetting.label() + ": round " + (round + 1) + ", " + redisContenderKind.label());
      RedisContender redisContender = contenders.get(redisContenderKind);
      ContenderResult contenderResult = results.get(redisContenderKind);
      if (redisContender == null || contenderResult == null) {
        continue;
      }
      Optional<ContenderResult> measured = redisFindings.attempt(
          redisContenderKind, () -> turn(redisContender, contenderResult, comparisonSetting));
      if (measured.isEmpty()) {
        redisContender.close();
        contenders.remove(redisContenderKind);
        results.remove(redisContenderKind);
      }
    }
  }

  private ContenderResult turn(
      RedisContender redisContender,
      ContenderResult contenderResult,
      ComparisonSetting comparisonSetting) {
    CallerThreads callerThreads =
        new CallerThreads(redisContender, comparisonSetting.keys(), THREADS);
    callerThreads.hurry(redisTiming.warmMillis());
    benchmarkRedis.settle();
    long unseen = redisContender.unseen();
    ContenderTurn contenderTurn = observe(() -> callerThreads.hurry(redisTiming.turnMillis()));
    contenderResult.add(contenderTurn, redisContender.unseen() - unseen);
    if (comparisonSetting.timed()) {
      contenderResult.add(
          callerThreads.time(redisTiming.timedMillis(), contenderTurn.tally().perSecond()));
    }
    return contenderResult;
  }

  /** Records the server's statistics during the load and until its background work is done. */
  ContenderTurn observe(Supplier<CallerCounts> load) {
    RedisStatistics before = benchmarkRedis.statistics();
    CallerCounts callerCounts = load.get();
    benchmarkRedis.settle();
    return new ContenderTurn(callerCounts, benchmarkRedis.statistics().since(before));
  }
}
