// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.benchmarks.redis.contender.Allowance;
import io.weir.benchmarks.redis.contender.RedisContender;
import io.weir.benchmarks.redis.contender.RedisContenderKind;
import io.weir.benchmarks.redis.contender.RedisLocation;
import io.weir.benchmarks.redis.load.CallerThreads;
import io.weir.benchmarks.redis.load.KeySequence;
import io.weir.benchmarks.redis.server.BenchmarkRedis;
import io.weir.benchmarks.report.FigureFormat;
import io.weir.benchmarks.report.ReportRow;
import io.weir.benchmarks.report.ReportTable;
import io.weir.origin.Origin.Publication;
import io.weir.redis.RedisOrigin;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Measures how much memory of Redis a key takes. */
final class RedisMemoryPerKey {
  private static final long SEED = 20_261_116;
  private static final int BATCH = 500;
  private static final int VISITS = 10;
  private static final long COUNT = 37;
  private static final Duration WINDOW = Duration.ofMinutes(1);
  private static final long SEQUENCE = 29_900_000; // a realistic sequence for windows of a minute
  private static final Allowance ALLOWANCE = new Allowance(1_000, WINDOW);

  private final BenchmarkRedis benchmarkRedis;
  private final RedisFindings redisFindings;
  private final ReportTable reportTable = new ReportTable(
      "How many bytes of Redis does a key take?",
      "limiter",
      "MEMORY USAGE",
      "growth of used_memory, without clients");

  RedisMemoryPerKey(BenchmarkRedis benchmarkRedis, RedisFindings redisFindings) {
    this.benchmarkRedis = benchmarkRedis;
    this.redisFindings = redisFindings;
  }

  void report() {
    for (int writers : List.of(1, 4, 9)) {
      redisFindings.tell("memory: Weir, " + writers + " writers");
      redisFindings.attempt(RedisContenderKind.WEIR, () -> weir(writers));
    }
    for (RedisContenderKind redisContenderKind : RedisContenderKind.values()) {
      if (redisContenderKind != RedisContenderKind.WEIR) {
        redisFindings.tell("memory: " + redisContenderKind.label());
        redisFindings.attempt(
            redisContenderKind, () -> peer(redisContenderKind, RedisSuite.MANY, 1));
        redisFindings.attempt(
            redisContenderKind, () -> peer(redisContenderKind, RedisSuite.SOME, VISITS));
      }
    }
    reportTable.note("Of " + FigureFormat.count(RedisSuite.MANY) + " keys, or "
        + FigureFormat.count(RedisSuite.SOME)
        + " where each had " + VISITS + " checks. For Weir a cell, of which an active"
        + " key has two: the current and the previous window's. For peers everything that they store for a key;"
        + " Redisson keeps an entry per admitted check of the window.");
    redisFindings.add(reportTable);
  }

  private ReportTable weir(int writers) {
    String prefix = redisFindings.newPrefix();
    try (RedisOrigin origin = RedisOrigin.open(benchmarkRedis.uri(), prefix)) {
      var unused = origin.publish(cells(0, 1, "first.1")).toCompletableFuture().join();
      benchmarkRedis.settle();
      long before = benchmarkRedis.statistics().usedBytes();
      SplittableRandom random = new SplittableRandom(SEED);
      for (int writer = 0; writer < writers; writer++) {
        String field = incarnation(random) + ".1";
        for (int from = 1; from <= RedisSuite.MANY; from += BATCH) {
          unused =
              origin.publish(cells(from, BATCH, field)).toCompletableFuture().join();
        }
      }
      return line(
          "Weir, " + writers + (writers == 1 ? " writer" : " writers"),
          prefix,
          before,
          RedisSuite.MANY);
    } finally {
      benchmarkRedis.clear(prefix);
    }
  }

  /** Two random numbers, in the format of an engine's incarnation. */
  private static String incarnation(SplittableRandom random) {
    return Long.toUnsignedString(random.nextLong(), Character.MAX_RADIX)
        + Long.toUnsignedString(random.nextLong(), Character.MAX_RADIX);
  }

  private static List<Publication> cells(int from, int count, String field) {
    List<Publication> cells = new ArrayList<>(count);
    for (int i = from; i < from + count; i++) {
      String identifier = "customer-" + Integer.toHexString(0x1000_0000 + i);
      SubjectKey subject = new SubjectKey("acme", "api", identifier, WINDOW.toMillis());
      cells.add(
          new Publication(new CellKey(subject, SEQUENCE), field, COUNT, 3 * WINDOW.toMillis()));
    }
    return cells;
  }

  private ReportTable peer(RedisContenderKind redisContenderKind, int keys, int checks) {
    String prefix = redisFindings.newPrefix();
    try (RedisContender redisContender =
        redisContenderKind.open(new RedisLocation(benchmarkRedis.uri(), prefix), ALLOWANCE)) {
      benchmarkRedis.settle();
      long before = benchmarkRedis.statistics().usedBytes();
      CallerThreads callerThreads =
          new CallerThreads(redisContender, KeySequence.of(keys), RedisComparison.THREADS);
      for (int i = 0; i < checks; i++) {
        callerThreads.visitAll();
      }
      String label = redisContenderKind.label() + ", " + checks
          + (checks == 1 ? " check" : " checks") + " each";
      return line(label, prefix, before, keys);
    } finally {
      benchmarkRedis.clear(prefix);
    }
  }

  private ReportTable line(String label, String prefix, long before, int keys) {
    benchmarkRedis.settle();
    double growth = (benchmarkRedis.statistics().usedBytes() - before) / (double) keys;
    double usage = benchmarkRedis.bytesOf(prefix) / (double) keys;
    reportTable.line(label, FigureFormat.shown(usage), FigureFormat.shown(growth));
    redisFindings.add(ReportRow.alone("memory of Redis per key, MEMORY USAGE", label, usage, "B"));
    redisFindings.add(ReportRow.alone("memory of Redis per key, used_memory", label, growth, "B"));
    return reportTable;
  }
}
