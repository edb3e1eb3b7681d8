// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.actuate;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.weir.spring.monitoring.CheckCounts;
import io.weir.spring.monitoring.LimiterBackend;
import java.util.concurrent.atomic.LongAdder;

/**
 * Metrics that count checks and report the state of the limiter's stores. Tags contain names from the program and its
 * properties, never names from users.
 */
public final class WeirMetrics implements MeterBinder {
  private final CheckCounts counts;
  private final LimiterBackend backend;

  /** Creates metrics of these sources. */
  public WeirMetrics(CheckCounts counts, LimiterBackend backend) {
    this.counts = counts;
    this.backend = backend;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    counts.listen((countKey, count) -> FunctionCounter.builder("weir.checks", count, LongAdder::sum)
        .description("Checks by rule, outcome and source of the answer")
        .tag("rule", countKey.rule())
        .tag("outcome", countKey.outcome().text())
        .tag("source", countKey.sourceText())
        .register(registry));
    if (backend.subjects().isPresent()) {
      Gauge.builder("weir.subjects", backend, limiter -> limiter.subjects().orElse(0))
          .description("Identifiers in memory")
          .strongReference(true)
          .register(registry);
    }
    backend
        .stores()
        .forEach((name, available) -> Gauge.builder(
                "weir.store.available", available, store -> store.getAsBoolean() ? 1 : 0)
            .description("1 if the store is available, 0 if the limiter continues without it")
            .tag("store", name)
            .strongReference(true)
            .register(registry));
  }
}
