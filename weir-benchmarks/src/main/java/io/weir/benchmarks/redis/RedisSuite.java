// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.contender.Allowance;
import io.weir.benchmarks.redis.contender.RedisContenderKind;
import io.weir.benchmarks.redis.load.KeySequence;
import io.weir.benchmarks.redis.server.BenchmarkRedis;
import io.weir.benchmarks.report.SuiteReport;
import java.io.PrintStream;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures what shared decisions cost the callers and Redis. */
public final class RedisSuite {
  static final int MANY = 10_000;

  /** For measurements that do not depend on the number of keys. */
  static final int SOME = 1_000;

  private static final Duration WINDOW = Duration.ofMinutes(1);

  /**
   * No caller reaches this limit, and it overflows in no contender: Bucket4j supports at most one token per
   * nanosecond.
   */
  private static final Allowance HEAD_ROOM = new Allowance(5_000_000_000L, WINDOW);

  private static final Allowance TIGHT = new Allowance(100, Duration.ofSeconds(2));

  private RedisSuite() {}

  /** Runs all measurements on one server. */
  public static SuiteReport run(boolean quick, PrintStream progress) {
    RedisFindings redisFindings = new RedisFindings(progress);
    RedisTiming redisTiming = RedisTiming.of(quick);
    System.setProperty("slf4j.internal.verbosity", "ERROR"); // Redisson's log output is not needed
    try (BenchmarkRedis benchmarkRedis = BenchmarkRedis.open()) {
      RedisComparison redisComparison =
          new RedisComparison(benchmarkRedis, redisFindings, redisTiming);
      Map<RedisComparison.ComparisonSetting, Map<RedisContenderKind, ContenderResult>>
          withHeadRoom = new LinkedHashMap<>();
      for (KeySequence keySequence : List.of(KeySequence.of(1), KeySequence.of(MANY))) {
        String label = keySequence.count() == 1 ? "one hot key" : "10,000 keys";
        RedisComparison.ComparisonSetting comparisonSetting =
            new RedisComparison.ComparisonSetting(label, keySequence, HEAD_ROOM, true);
        withHeadRoom.put(comparisonSetting, redisComparison.run(comparisonSetting));
      }
      RedisDecisionSpeed.report(withHeadRoom, redisFindings, benchmarkRedis.version());
      RedisCommandLoad redisCommandLoad =
          new RedisCommandLoad(benchmarkRedis, redisFindings, redisTiming);
      redisCommandLoad.report(
          withHeadRoom,
          new RedisComparison.ComparisonSetting(
              "a key at its limit", KeySequence.of(1), TIGHT, false));
      redisCommandLoad.reportCurve(HEAD_ROOM);
      redisCommandLoad.reportCpu(withHeadRoom);
      new RedisMemoryPerKey(benchmarkRedis, redisFindings).report();
    }
    return redisFindings.report();
  }
}
