// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import io.weir.Decision;
import io.weir.Decision.Verdict;
import io.weir.DecisionSource;
import io.weir.Event;
import io.weir.Observer;
import io.weir.time.NanoClock;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** Counts what an engine does. {@link EngineMetricsBinder} exposes the counts. */
final class EngineMetrics implements Observer {
  /*
   * Every decision of every thread passes through here, so it costs one striped increment; degraded decisions cost
   * another. What others may have spent unseen is computed only when there are others, because the decision has to
   * compute its sum again.
   */

  /** A whole limit, in the unit in which shares of limits are recorded. */
  private static final double WHOLE_LIMIT = 1_000_000;

  private final NanoClock clock;
  private final EnumValues<DecisionSource, EnumValues<Verdict, LongAdder>> decisions =
      new EnumValues<>(DecisionSource.class, () -> EnumValues.totals(Verdict.class));
  private final LongAdder degraded = new LongAdder();
  private final EnumValues<Event, LongAdder> events = EnumValues.totals(Event.class);
  private final EnumValues<Gauge, AtomicLong> gauges =
      new EnumValues<>(Gauge.class, AtomicLong::new);
  private final EnumValues<Dependency, LongAdder> losses = EnumValues.totals(Dependency.class);
  private final EnumValues<Dependency, AtomicBoolean> unavailable =
      new EnumValues<>(Dependency.class, AtomicBoolean::new);

  /** Units that may have been admitted above a limit. */
  private final LongAdder excessUnits = new LongAdder();

  private final BucketHistogram excess =
      new BucketHistogram(WHOLE_LIMIT, 0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1);
  private final BucketHistogram publishLag = new BucketHistogram(
      1_000, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300);

  /** Whether other processes or regions were seen. Written by agents, read by every decision. */
  private volatile boolean hasOthers;

  /**
   * When the ledger last answered a pull, and the origin a heartbeat; 0 for never. Written by agents, read by
   * scrapes.
   */
  private volatile long pulledNanos;

  private volatile long beatenNanos;

  private volatile boolean isEvicting;

  /** The number of workspaces whose subjects are evicted although they still matter. */
  private final AtomicLong evictingWorkspaces = new AtomicLong();

  EngineMetrics(NanoClock clock) {
    this.clock = clock;
    gauges.of(Gauge.PROCESSES).set(1);
    gauges.of(Gauge.REGIONS).set(1);
  }

  @Override
  public void onDecision(Decision decision) {
    decisions.of(decision.source()).of(decision.verdict()).increment();
    if (decision.degraded()) {
      degraded.increment();
    }
    if (hasOthers && decision.cost() > 0 && isCounted(decision.verdict())) {
      long possible = decision.possibleExcess();
      excess.add((long) (possible * WHOLE_LIMIT / Math.max(1, decision.limit())));
      if (possible > 0) {
        // The rest belongs to another decision, and is counted there.
        excessUnits.add(Math.min(possible, decision.cost()));
      }
    }
  }

  private static boolean isCounted(Verdict verdict) {
    return verdict == Verdict.ALLOWED || verdict == Verdict.ALLOWED_UNSEEN;
  }

  @Override
  public void onEvent(Event event, long times) {
    events.of(event).add(times);
  }

  @Override
  public void onGauge(Gauge gauge, long value) {
    gauges.of(gauge).set(value);
    switch (gauge) {
      case PUBLISH_LAG_MILLIS -> publishLag.add(value);
      case PROCESSES -> {
        beatenNanos = now();
        recordForeignExcess();
      }
      case REGIONS -> recordForeignExcess();
      case ROWS_LAST_PULL -> pulledNanos = now();
      default -> {}
    }
  }

  private void recordForeignExcess() {
    hasOthers = gauge(Gauge.PROCESSES) > 1 || gauge(Gauge.REGIONS) > 1;
  }

  /** Never returns 0, which means never. */
  private long now() {
    return clock.nanoTime() | 1;
  }

  @Override
  public void onAvailability(Dependency dependency, boolean available, String reason) {
    unavailable.of(dependency).set(!available);
    if (!available) {
      losses.of(dependency).increment();
    }
  }

  @Override
  public void onMemoryPressure(boolean evicting, long subjects) {
    isEvicting = evicting;
    gauges.of(Gauge.SUBJECTS).set(subjects);
  }

  @Override
  public void onWorkspaceEviction(String workspace, boolean began) {
    evictingWorkspaces.addAndGet(began ? 1 : -1);
  }

  long decisions(DecisionSource decisionSource, Verdict verdict) {
    return decisions.of(decisionSource).of(verdict).sum();
  }

  long degraded() {
    return degraded.sum();
  }

  long total(Event event) {
    return events.of(event).sum();
  }

  long gauge(Gauge gauge) {
    return gauges.of(gauge).get();
  }

  long losses(Dependency dependency) {
    return losses.of(dependency).sum();
  }

  boolean isUnavailable(Dependency dependency) {
    return unavailable.of(dependency).get();
  }

  boolean isEvicting() {
    return isEvicting;
  }

  long evictingWorkspaces() {
    return evictingWorkspaces.get();
  }

  long excessUnits() {
    return excessUnits.sum();
  }

  BucketHistogram excess() {
    return excess;
  }

  BucketHistogram publishLag() {
    return publishLag;
  }

  /** Returns the seconds since the ledger last answered a pull; NaN before the first answer. */
  double pullAge() {
    return age(pulledNanos);
  }

  /** Returns the seconds since the origin last answered a heartbeat; NaN before the first answer. */
  double heartbeatAge() {
    return age(beatenNanos);
  }

  private double age(long thenNanos) {
    return thenNanos == 0 ? Double.NaN : Math.max(0, clock.nanoTime() - thenNanos) / 1e9;
  }
}
