// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.decisions;

import io.weir.benchmarks.trial.Trial;

/** The contenders, each with the clock that it runs on. */
enum LocalContender {
  WEIR("Weir", "currentTimeMillis", WeirBenchmark.class, "system"),
  WEIR_DEFAULT("Weir", "coarse, its default", WeirBenchmark.class, "coarse"),
  BUCKET4J("Bucket4j", "currentTimeMillis", Bucket4jBenchmark.class, "own"),
  BUCKET4J_COARSE("Bucket4j", "coarse", Bucket4jBenchmark.class, "coarse"),
  RESILIENCE4J("Resilience4j", "nanoTime", Resilience4jBenchmark.class, "own"),
  RESILIENCE4J_COARSE("Resilience4j", "coarse", Resilience4jBenchmark.class, "coarse"),
  GUAVA("Guava", "nanoTime", GuavaBenchmark.class, "own"),
  FLOOR("floor", "currentTimeMillis", FloorBenchmark.class, "system"),
  FLOOR_COARSE("floor", "coarse", FloorBenchmark.class, "coarse");

  private final String label;
  private final String clock;
  private final Class<?> benchmark;
  private final String clockParameter;

  LocalContender(String label, String clock, Class<?> benchmark, String clockParameter) {
    this.label = label;
    this.clock = clock;
    this.benchmark = benchmark;
    this.clockParameter = clockParameter;
  }

  /** Whether this is another limiter, with its default clock, that Weir is compared with. */
  boolean isPeer() {
    return this == BUCKET4J || this == RESILIENCE4J || this == GUAVA;
  }

  boolean isWeir() {
    return benchmark == WeirBenchmark.class;
  }

  Trial in(DecisionCase situation, String method) {
    return situation.of(Trial.of(benchmark, method).with("clock", clockParameter));
  }

  Trial in(DecisionCase situation) {
    return in(situation, "check");
  }

  String label() {
    return label;
  }

  String clock() {
    return clock;
  }
}
