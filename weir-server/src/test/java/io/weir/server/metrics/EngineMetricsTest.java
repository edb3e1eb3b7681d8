// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Decision.Elsewhere;
import io.weir.Decision.Verdict;
import io.weir.Decision.View;
import io.weir.Event;
import io.weir.Observer;
import io.weir.Observer.Dependency;
import io.weir.Observer.Gauge;
import io.weir.Source;
import io.weir.time.ManualClock;
import io.weir.window.Evaluation;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("What an engine does is counted")
class EngineMetricsTest {
  private final ManualClock clock = new ManualClock(1_000_000);
  private final Metrics metrics = new Metrics(clock, "1");
  private final Observer observer = metrics.observer();

  private double value(String series) {
    return Scrape.of(metrics).value(series);
  }

  private static Decision decision(Verdict verdict, long cost, View view) {
    Evaluation seen = new Evaluation(100, 60_000, cost, 1_000_000);
    seen.startsAt(960_000);
    seen.sawCurrent(95, 0, 0, 0);
    seen.sawPrevious(0, 0, 0, 0);
    return new Decision(seen, verdict, view);
  }

  private static View view(Source source, boolean degraded, long siblingsUnseen) {
    return new View(
        source, degraded, View.UNKNOWN, View.UNKNOWN, 0, siblingsUnseen, Elsewhere.NOBODY);
  }

  @ParameterizedTest
  @DisplayName("Each event raises exactly one total, by as many as happened")
  @EnumSource(Event.class)
  void eachEventHasItsTotal(Event event) {
    Map<String, Double> before = counters();

    observer.happened(event, 7);
    observer.happened(event, 1);

    Map<String, Double> risen = counters();
    risen.replaceAll((name, value) -> value - before.getOrDefault(name, 0.0));
    risen.values().removeIf(rise -> rise == 0);
    assertThat(risen).hasSize(1).containsValue(8.0);
  }

  private Map<String, Double> counters() {
    Map<String, Double> counters = new TreeMap<>(Scrape.of(metrics).values());
    counters.keySet().removeIf(name -> !name.contains("_total") || name.contains("jvm_"));
    return counters;
  }

  @ParameterizedTest
  @DisplayName("The totals that the issue names count the events that they should")
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
  void namedTotals(String series, Event event) {
    observer.happened(event, 3);

    assertThat(value(series)).isEqualTo(3);
  }

  @ParameterizedTest
  @DisplayName("Each level that an engine measures is shown")
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
    observer.measured(gauge, 42);

    assertThat(value(series)).isEqualTo(shown);
  }

  @Test
  @DisplayName("Before anything is heard, this process and this region are the only ones")
  void aloneAtFirst() {
    assertThat(value("processes")).isEqualTo(1);
    assertThat(value("regions")).isEqualTo(1);
  }

  @Test
  @DisplayName("Decisions are counted by source and outcome, degraded ones once more")
  void decisionsAreCounted() {
    Map<String, Integer> expected = new TreeMap<>();
    int times = 0;
    for (Source source : Source.values()) {
      for (Verdict verdict : Verdict.values()) {
        times++;
        for (int i = 0; i < times; i++) {
          observer.decided(decision(verdict, 1, view(source, verdict == Verdict.REFUSED, 0)));
        }
        expected.put(
            "decisions_total{source=\"" + Board.labelOf(source) + "\",outcome=\""
                + Board.labelOf(verdict) + "\"}",
            times);
      }
    }

    expected.forEach(
        (series, count) -> assertThat(value(series)).as(series).isEqualTo(count.intValue()));
    assertThat(value("decisions_degraded_total")).isEqualTo(2 + 7);
  }

  @Test
  @DisplayName(
      "Units that others may have spent already are counted once each, as far as this decision admitted them")
  void possibleExcessIsEstimated() {
    observer.measured(Gauge.PROCESSES, 2);

    observer.decided(decision(Verdict.ALLOWED, 5, view(Source.LOCAL, false, 3)));
    observer.decided(decision(Verdict.ALLOWED, 5, view(Source.LOCAL, false, 40)));
    observer.decided(decision(Verdict.ALLOWED, 2, view(Source.LOCAL, false, 1)));

    assertThat(value("possible_excess_units_total")).isEqualTo(3 + 5);
    assertThat(value("possible_excess_ratio_count")).isEqualTo(3);
    assertThat(value("possible_excess_ratio_sum")).isEqualTo(0.43);
    assertThat(value("possible_excess_ratio_bucket{le=\"0\"}")).isEqualTo(1);
    assertThat(value("possible_excess_ratio_bucket{le=\"0.05\"}")).isEqualTo(2);
    assertThat(value("possible_excess_ratio_bucket{le=\"0.5\"}")).isEqualTo(3);
  }

  @Test
  @DisplayName("Refusals and looks exceed nothing, and a process on its own is not asked")
  void whatExceedsNothing() {
    observer.decided(decision(Verdict.ALLOWED, 5, view(Source.LOCAL, false, 40)));
    observer.measured(Gauge.REGIONS, 2);
    observer.decided(decision(Verdict.REFUSED, 5, view(Source.LOCAL, false, 40)));
    observer.decided(decision(Verdict.FITS_UNCOUNTED, 5, view(Source.LOCAL, false, 40)));
    observer.decided(decision(Verdict.ALLOWED, 0, view(Source.LOCAL, false, 40)));

    assertThat(value("possible_excess_units_total")).isZero();
    assertThat(value("possible_excess_ratio_count")).isZero();
  }

  @Test
  @DisplayName("The age of what is known of others grows until a store answers again")
  void agesGrow() {
    assertThat(value("foreign_age_seconds")).isNaN();
    assertThat(value("origin_heartbeat_age_seconds")).isNaN();

    observer.measured(Gauge.ROWS_LAST_PULL, 0);
    clock.advanceMillis(2_000);
    observer.measured(Gauge.PROCESSES, 1);
    clock.advanceMillis(1_000);

    assertThat(value("foreign_age_seconds")).isBetween(2.999, 3.0);
    assertThat(value("origin_heartbeat_age_seconds")).isBetween(0.999, 1.0);
  }

  @Test
  @DisplayName("A store that goes away and comes back is seen, and counted")
  void dependencies() {
    assertThat(value("dependency_up{dependency=\"origin\"}")).isEqualTo(1);

    observer.changed(Dependency.ORIGIN, false, "gone");
    observer.changed(Dependency.LEDGER, false, "gone");
    observer.changed(Dependency.LEDGER, true, "answered");

    assertThat(value("dependency_up{dependency=\"origin\"}")).isZero();
    assertThat(value("dependency_up{dependency=\"ledger\"}")).isEqualTo(1);
    assertThat(value("dependency_up{dependency=\"directory\"}")).isEqualTo(1);
    assertThat(value("dependency_losses_total{dependency=\"ledger\"}")).isEqualTo(1);
  }

  @Test
  @DisplayName("The memory ceiling is seen while it evicts")
  void pressure() {
    observer.pressure(true, 99);
    assertThat(value("evicting")).isEqualTo(1);
    assertThat(value("subjects")).isEqualTo(99);

    observer.pressure(false, 98);
    assertThat(value("evicting")).isZero();
  }

  @Test
  @DisplayName("The workspaces that are evicted from are counted, and not named")
  void evictingWorkspaces() {
    observer.evicting("one", true);
    observer.evicting("two", true);
    assertThat(value("evicting_workspaces")).isEqualTo(2);

    observer.evicting("one", false);
    assertThat(value("evicting_workspaces")).isEqualTo(1);
  }
}
