// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.decisions;

import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import io.github.bucket4j.local.LocalBucketBuilder;
import io.weir.benchmarks.trial.Identifiers;
import io.weir.time.EpochClock;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.NullUnmarked;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Bucket4j's local bucket with its default lock-free synchronization. One bucket per key, in a map. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@NullUnmarked // fields are set up by the benchmark tool
public class Bucket4jBenchmark {
  /** "own" is Bucket4j's default, a millisecond clock; "coarse" is Weir's clock. */
  @Param("own")
  public String clock;

  /** "allow" never reaches its limit; "refuse" has reached it. */
  @Param("allow")
  public String outcome;

  private ConcurrentHashMap<String, Bucket> buckets;
  private TimeMeter meter;

  /** Creates every bucket, and exhausts it if checks are to be refused. */
  @Setup
  public void start(Identifiers identifiers) {
    buckets = new ConcurrentHashMap<>();
    meter = clock.equals("own")
        ? TimeMeter.SYSTEM_MILLISECONDS
        : new Meter(ContenderClock.named(clock));
    for (String key : identifiers.keys()) {
      boolean allowed = bucket(key).tryConsume(1);
      if (!allowed || bucket(key).tryConsume(1) != outcome.equals("allow")) {
        throw new IllegalStateException("the bucket does not behave as the case expects");
      }
    }
  }

  private Bucket bucket(String key) {
    Bucket found = buckets.get(key);
    return found != null ? found : buckets.computeIfAbsent(key, k -> create());
  }

  private Bucket create() {
    long capacity = outcome.equals("allow") ? 1_000_000_000_000L : 1;
    return new LocalBucketBuilder()
        .addLimit(limit -> limit.capacity(capacity).refillGreedy(capacity, Duration.ofDays(30)))
        .withCustomTimePrecision(meter)
        .build();
  }

  /** The check as a caller writes it. */
  @Benchmark
  public boolean check(Identifiers.IdentifierCursor identifierCursor) {
    return bucket(identifierCursor.next()).tryConsume(1);
  }

  /** Three separate checks, because Bucket4j has no batch. */
  @Benchmark
  public boolean threeChecks(Identifiers.IdentifierCursor identifierCursor) {
    boolean first = bucket(identifierCursor.next()).tryConsume(1);
    boolean second = bucket(identifierCursor.next()).tryConsume(1);
    return bucket(identifierCursor.next()).tryConsume(1) && first && second;
  }

  private record Meter(EpochClock epoch) implements TimeMeter {
    @Override
    public long currentTimeNanos() {
      return epoch.epochMillis() * 1_000_000;
    }

    @Override
    public boolean isWallClockBased() {
      return true;
    }
  }
}
