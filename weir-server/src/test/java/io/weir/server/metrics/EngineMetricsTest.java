// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Decision.ForeignExposure;
import io.weir.Decision.Verdict;
import io.weir.Decision.View;
import io.weir.DecisionSource;
import io.weir.Event;
import io.weir.Observer;
import io.weir.Observer.Dependency;
import io.weir.Observer.Gauge;
import io.weir.time.ManualClock;
import io.weir.window.Evaluation;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class EngineMetricsTest {
  private final ManualClock clock = new ManualClock(1_000_000);
  private final ServerMetrics serverMetrics = new ServerMetrics(clock, "1");
  private final Observer observer = serverMetrics.observer();

  private double value(String series) {
    return ParsedScrape.of(serverMetrics).value(series);
  }

  private static Decision decision(Verdict verdict, long cost, View view) {
    Evaluation seen = new Evaluation(100, 60_000, cost, 1_000_000);
    seen.startsAt(960_000);
    seen.recordCurrent(95, 0, 0, 0);
    seen.recordPrevious(0, 0, 0, 0);
    return new Decision(seen, verdict, view);
  }

  private static View view(DecisionSource decisionSource, boolean degraded, long siblingsUnseen) {
    return new View(
        decisionSource,
        degraded,
        View.UNKNOWN,
        View.UNKNOWN,
        0,
        siblingsUnseen,
        ForeignExposure.NONE);
  }

  @ParameterizedTest
  @EnumSource(Event.class)
  void eachEventRaisesExactlyOneTotal(Event event) {
    Map<String, Double> before = counters();

    observer.onEvent(event, 7);
    observer.onEvent(event, 1);

    Map<String, Double> risen = counters();
    risen.replaceAll((name, value) -> value - before.getOrDefault(name, 0.0));
    risen.values().removeIf(rise -> rise == 0);
    assertThat(risen).hasSize(1).containsValue(8.0);
  }

  private Map<String, Double> counters() {
    Map<String, Double> counters = new TreeMap<>(ParsedScrape.of(serverMetrics).values());
    counters.keySet().removeIf(name -> !name.contains("_total") || name.contains("jvm_"));
    return counters;
  }

  @ParameterizedTest
  @CsvSource({
    "global_writes_total,LEDGER_PUSHED",
    "global_write_errors_total,LEDGER_PUSH_FAILED",
    "global_sync_rows_applied_total,LEDGER_PULLED",
    "global_sync_errors_total,LEDGER_PULL_FAILED",
    "global_entries_created_total,CELL_CREATED_BY_IMPORT",
    "strict_mode_activations_total,STRICT_ACTIVATED",
    "resets_applied_total,RESET_APPLIED",
    "subjects_evicted_total,SUBJECT_EVICTED",
    "units_lost_by_eviction_total,UNITS_LOST_BY_EVICTION",
    "origin_operations_total{operation=\"read\"},ORIGIN_READ",
    "origin_operations_total{operation=\"publish\"},ORIGIN_PUBLISHED",
    "origin_errors_total{operation=\"read\"},ORIGIN_READ_FAILED",
    "origin_errors_total{operation=\"publish\"},ORIGIN_PUBLISH_FAILED"
  })
  void namedTotalsCountTheirEvents(String series, Event event) {
    observer.onEvent(event, 3);

    assertThat(value(series)).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({
    "SUBJECTS,subjects,42",
    "DIRTY_CELLS,dirty_cells,42",
    "WITHHELD_CELLS,withheld_cells,42",
    "ORIGIN_BYTES,origin_bytes,42",
    "ORIGIN_CEILING_BYTES,origin_ceiling_bytes,42",
    "PUBLISH_LAG_MILLIS,publish_lag_seconds_sum,0.042",
    "PROCESSES,processes,42",
    "REGIONS,regions,42",
    "HOT_CELLS,hot_cells,42",
    "FOREIGN_SUMS,foreign_sums,42",
    "ROWS_LAST_PULL,global_rows_last_poll,42",
    "ORIGIN_SKEW_MILLIS,origin_skew_seconds,0.042",
    "LEDGER_SKEW_MILLIS,ledger_skew_seconds,0.042"
  })
  void eachGaugeIsShown(Gauge gauge, String series, double shown) {
    observer.onGauge(gauge, 42);

    assertThat(value(series)).isEqualTo(shown);
  }

  @Test
  void aStandaloneProcessCountsItselfAndItsRegion() {
    assertThat(value("processes")).isEqualTo(1);
    assertThat(value("regions")).isEqualTo(1);
  }

  @Test
  void decisionsAreCountedBySourceAndOutcome() {
    Map<String, Integer> expected = new TreeMap<>();
    int times = 0;
    for (DecisionSource decisionSource : DecisionSource.values()) {
      for (Verdict verdict : Verdict.values()) {
        times++;
        for (int i = 0; i < times; i++) {
          observer.onDecision(
              decision(verdict, 1, view(decisionSource, verdict == Verdict.REFUSED, 0)));
        }
        expected.put(
            "decisions_total{source=\"" + MetricRegistry.labelOf(decisionSource) + "\",outcome=\""
                + MetricRegistry.labelOf(verdict) + "\"}",
            times);
      }
    }

    expected.forEach(
        (series, count) -> assertThat(value(series)).as(series).isEqualTo(count.intValue()));
    assertThat(value("decisions_degraded_total")).isEqualTo(2 + 7);
  }

  @Test
  void possibleExcessIsCountedOncePerUnit() {
    observer.onGauge(Gauge.PROCESSES, 2);

    observer.onDecision(decision(Verdict.ALLOWED, 5, view(DecisionSource.LOCAL, false, 3)));
    observer.onDecision(decision(Verdict.ALLOWED, 5, view(DecisionSource.LOCAL, false, 40)));
    observer.onDecision(decision(Verdict.ALLOWED, 2, view(DecisionSource.LOCAL, false, 1)));

    assertThat(value("possible_excess_units_total")).isEqualTo(3 + 5);
    assertThat(value("possible_excess_ratio_count")).isEqualTo(3);
    assertThat(value("possible_excess_ratio_sum")).isEqualTo(0.43);
    assertThat(value("possible_excess_ratio_bucket{le=\"0\"}")).isEqualTo(1);
    assertThat(value("possible_excess_ratio_bucket{le=\"0.05\"}")).isEqualTo(2);
    assertThat(value("possible_excess_ratio_bucket{le=\"0.5\"}")).isEqualTo(3);
  }

  @Test
  void refusalsAndLooksExceedNothing() {
    observer.onDecision(decision(Verdict.ALLOWED, 5, view(DecisionSource.LOCAL, false, 40)));
    observer.onGauge(Gauge.REGIONS, 2);
    observer.onDecision(decision(Verdict.REFUSED, 5, view(DecisionSource.LOCAL, false, 40)));
    observer.onDecision(decision(Verdict.FITS_UNCOUNTED, 5, view(DecisionSource.LOCAL, false, 40)));
    observer.onDecision(decision(Verdict.ALLOWED, 0, view(DecisionSource.LOCAL, false, 40)));

    assertThat(value("possible_excess_units_total")).isZero();
    assertThat(value("possible_excess_ratio_count")).isZero();
  }

  @Test
  void theAgeOfImportsGrowsUntilAStoreAnswers() {
    assertThat(value("foreign_age_seconds")).isNaN();
    assertThat(value("origin_heartbeat_age_seconds")).isNaN();

    observer.onGauge(Gauge.ROWS_LAST_PULL, 0);
    clock.advanceMillis(2_000);
    observer.onGauge(Gauge.PROCESSES, 1);
    clock.advanceMillis(1_000);

    assertThat(value("foreign_age_seconds")).isBetween(2.999, 3.0);
    assertThat(value("origin_heartbeat_age_seconds")).isBetween(0.999, 1.0);
  }

  @Test
  void storeOutagesAreSeenAndCounted() {
    assertThat(value("dependency_up{dependency=\"origin\"}")).isEqualTo(1);

    observer.onAvailability(Dependency.ORIGIN, false, "gone");
    observer.onAvailability(Dependency.LEDGER, false, "gone");
    observer.onAvailability(Dependency.LEDGER, true, "answered");

    assertThat(value("dependency_up{dependency=\"origin\"}")).isZero();
    assertThat(value("dependency_up{dependency=\"ledger\"}")).isEqualTo(1);
    assertThat(value("dependency_up{dependency=\"directory\"}")).isEqualTo(1);
    assertThat(value("dependency_losses_total{dependency=\"ledger\"}")).isEqualTo(1);
  }

  @Test
  void memoryPressureIsShownDuringEviction() {
    observer.onMemoryPressure(true, 99);
    assertThat(value("evicting")).isEqualTo(1);
    assertThat(value("subjects")).isEqualTo(99);

    observer.onMemoryPressure(false, 98);
    assertThat(value("evicting")).isZero();
  }

  @Test
  void evictedWorkspacesAreCountedAndNotNamed() {
    observer.onWorkspaceEviction("one", true);
    observer.onWorkspaceEviction("two", true);
    assertThat(value("evicting_workspaces")).isEqualTo(2);

    observer.onWorkspaceEviction("one", false);
    assertThat(value("evicting_workspaces")).isEqualTo(1);
  }
}
