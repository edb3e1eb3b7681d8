// SPDX-License-Identifier: Apache-2.0
package io.weir.spring.actuate;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.weir.spring.watch.Backing;
import io.weir.spring.watch.CheckCounts;
import java.util.concurrent.atomic.LongAdder;

/** Counts of checks, and how the limiter's stores are. Tags are names from the program and its properties, never users'. */
public final class WeirMetrics implements MeterBinder {
  private final CheckCounts counts;
  private final Backing backing;

  /** The metrics of these. */
  public WeirMetrics(CheckCounts counts, Backing backing) {
    this.counts = counts;
    this.backing = backing;
  }

  @Override
  public void bindTo(MeterRegistry registry) {
    counts.listen((kind, count) -> FunctionCounter.builder("weir.checks", count, LongAdder::sum)
        .description("Checks by rule, outcome and source of the answer")
        .tag("rule", kind.rule())
        .tag("outcome", kind.outcome().text())
        .tag("source", kind.sourceText())
        .register(registry));
    if (backing.subjects().isPresent()) {
      Gauge.builder("weir.subjects", backing, limiter -> limiter.subjects().orElse(0))
          .description("Identifiers in memory")
          .strongReference(true)
          .register(registry);
    }
    backing
        .stores()
        .forEach((name, available) -> Gauge.builder(
                "weir.store.available", available, store -> store.getAsBoolean() ? 1 : 0)
            .description("1 if the store is available, 0 if the limiter continues without it")
            .tag("store", name)
            .strongReference(true)
            .register(registry));
  }
}
