// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.accuracy;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.WhenDegraded;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.OriginOptions;
import io.weir.testkit.logs.MeasurementLog;
import io.weir.time.ManualClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.aggregator.ArgumentsAccessor;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Verifies that several processes on one origin admit as much as one exact limiter does for the same stream, within
 * one check per process.
 */
@TestInstance(Lifecycle.PER_CLASS)
@Tag("stress")
class AccuracyTest {
  private static final OriginOptions AT_ONCE = OriginOptions.defaults().withPublishPace(0, 0);
  private static final long[] SEEDS = {1, 2, 3};

  private final List<String> measured = new ArrayList<>();

  /**
   * A stream of checks of one identifier, evenly spaced, each at a random process.
   *
   * @param nodes the number of processes
   * @param limit the limit
   * @param duration the length of its window
   * @param total the number of checks
   * @param intervalNanos the time between two checks
   */
  private record Load(int nodes, long limit, long duration, long total, long intervalNanos) {
    static Load spaced(int nodes, long limit, long duration, long[] rpsAndSeconds) {
      return new Load(
          nodes,
          limit,
          duration,
          rpsAndSeconds[0] * rpsAndSeconds[1],
          1_000_000_000 / rpsAndSeconds[0]);
    }
  }

  /**
   * The number admitted, the number that an exact limiter admits, and the number of checks still waiting at the end.
   */
  private record Outcome(long admitted, long exact, long late) {}

  /** Nodes, limit, duration, load, windows. */
  private static final String MANY_NODES = """
          1, 100, 10000, 0.9, 10
          3, 100, 10000, 0.9, 10
          5, 100, 10000, 0.9, 10
          1, 100, 10000, 1.0, 10
          3, 100, 10000, 1.0, 10
          5, 100, 10000, 1.0, 10
          1, 100, 10000, 2.0, 10
          3, 100, 10000, 2.0, 10
          5, 100, 10000, 2.0, 10
          1, 100, 300000, 0.9, 10
          3, 100, 300000, 0.9, 10
          5, 100, 300000, 0.9, 10
          3, 100, 300000, 1.5, 10
          5, 100, 300000, 1.5, 10
          1, 10, 60000, 0.9, 10
          3, 10, 60000, 0.9, 10
          5, 10, 60000, 0.9, 10
          3, 10, 60000, 1.5, 10
          5, 10, 60000, 1.5, 10
          3, 1000, 10000, 0.9, 10
          3, 1000, 10000, 1.0, 10
          3, 1000, 10000, 2.0, 10
          5, 1000, 10000, 1.0, 10
          5, 1000, 10000, 2.0, 10
          3, 10000, 60000, 0.9, 5
          3, 10000, 60000, 1.0, 5
          3, 10000, 60000, 2.0, 5
          5, 10000, 60000, 1.0, 5
          5, 10000, 60000, 2.0, 5
          9, 100, 30000, 2.0, 5
          9, 100, 300000, 1.0, 3
          """;

  @ParameterizedTest(name = "{0} nodes, {1} per {2} ms, load {3}, {4} windows")
  @CsvSource(textBlock = MANY_NODES)
  void manyNodes(ArgumentsAccessor row) {
    long limit = row.getLong(1);
    long duration = row.getLong(2);
    double load = row.getDouble(3);
    long windows = row.getLong(4);
    long rps = Math.max(1, (long) (limit * load * 1_000 / duration));
    long seconds = (windows * duration + 999) / 1_000;
    check(Load.spaced(row.getInteger(0), limit, duration, new long[] {rps, seconds}));
  }

  @ParameterizedTest(name = "{0} per {1} ms, load {2}")
  @CsvSource(textBlock = """
          5, 1000, 0.9
          5, 1000, 1.0
          5, 1000, 10.0
          5, 5000, 0.9
          5, 5000, 1.0
          5, 5000, 10.0
          100, 1000, 0.9
          100, 1000, 1.0
          100, 1000, 10.0
          100, 5000, 0.9
          100, 5000, 1.0
          100, 5000, 10.0
          """)
  void oneNode(long limit, long duration, double load) {
    long rps = Math.max(1, (long) Math.ceil(limit * load * 1_000 / duration));
    check(Load.spaced(1, limit, duration, new long[] {rps, 50 * duration / 1_000}));
  }

  private void check(Load load) {
    for (long seed : SEEDS) {
      Outcome outcome = run(load, AT_ONCE, seed);

      assertThat(outcome.admitted())
          .as("seed %s, exact %s", seed, outcome.exact())
          .isLessThanOrEqualTo(outcome.exact() + load.nodes() + outcome.late())
          .isGreaterThanOrEqualTo((long) Math.ceil(0.99 * outcome.exact()));
    }
    Outcome paced = run(load, OriginOptions.defaults(), SEEDS[0]);
    long windows = load.total() * load.intervalNanos() / 1_000_000 / load.duration() + 1;
    assertThat(paced.admitted()).isLessThanOrEqualTo(load.limit() * load.nodes() * windows);
    measured.add(
        "%3d nodes, %6d per %6d ms, %6d checks: exact %6d, at the default pace %+d (%.2f %%)"
            .formatted(
                load.nodes(),
                load.limit(),
                load.duration(),
                load.total(),
                paced.exact(),
                paced.admitted() - paced.exact(),
                100.0 * (paced.admitted() - paced.exact()) / paced.exact()));
  }

  private static Outcome run(Load load, OriginOptions pace, long seed) {
    ManualClock clock = new ManualClock(1_700_000_100_000L / load.duration() * load.duration());
    InMemoryOrigin origin = new InMemoryOrigin(clock);
    SplittableRandom random = new SplittableRandom(seed);
    List<Engine> engines = new ArrayList<>();
    List<Limiter> limiters = new ArrayList<>();
    for (int i = 0; i < load.nodes(); i++) {
      Engine engine = Engine.builder()
          .clock(clock)
          .elapsed(clock)
          .random(random.split())
          .origin(origin)
          .originOptions(pace)
          .build();
      engines.add(engine);
      limiters.add(engine.limiter(
          "w", "n", new LimitPolicy(load.limit(), load.duration(), WhenDegraded.LOCAL)));
    }
    ExactLimiter exact = new ExactLimiter(load.limit(), load.duration());
    List<CompletableFuture<Decision>> pending = new ArrayList<>();
    long expected = 0;
    long epoch = clock.epochMillis();
    for (long i = 1; i <= load.total(); i++) {
      long at = epoch + i * load.intervalNanos() / 1_000_000;
      clock.advance(Duration.ofMillis(at - clock.epochMillis()));
      Limiter node = limiters.get(random.nextInt(load.nodes()));
      pending.add(node.checkAsync("id", 1));
      expected += exact.admits(at) ? 1 : 0;
      engines.forEach(AccuracyTest::runToIdle);
    }
    long late = pending.stream().filter(each -> !each.isDone()).count();
    for (int i = 0; i < 100; i++) { // checks that are ahead of the region wait
      clock.advanceMillis(10);
      engines.forEach(AccuracyTest::runToIdle);
    }
    long admitted = pending.stream().filter(each -> each.join().allowed()).count();
    return new Outcome(admitted, expected, late);
  }

  private static void runToIdle(Engine engine) {
    while (engine.work() > 0) {}
  }

  @AfterAll
  void printTheCostOfTheDefaultPace() {
    measured.forEach(MeasurementLog::add);
  }
}
