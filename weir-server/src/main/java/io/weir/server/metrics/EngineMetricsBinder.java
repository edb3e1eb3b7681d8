// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import io.weir.Decision.Verdict;
import io.weir.DecisionSource;
import io.weir.Event;
import io.weir.Observer.Dependency;
import io.weir.Observer.Gauge;
import io.weir.server.metrics.MetricRegistry.MetricName;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

/** Registers the metrics of an engine. Every event and every gauge must be handled, or this does not compile. */
final class EngineMetricsBinder {
  private static final double MILLIS = 1_000;

  private final MetricRegistry registry;
  private final EngineMetrics engine;

  EngineMetricsBinder(MetricRegistry registry, EngineMetrics engine) {
    this.registry = registry;
    this.engine = engine;
  }

  /** Registers the metrics. The number of subjects and the state of the directory come from other sources. */
  void bind(DoubleSupplier subjects, BooleanSupplier hasDirectory) {
    bindDecisions();
    bindOriginOperations();
    for (Event event : Event.values()) {
      bind(event);
    }
    for (Gauge gauge : Gauge.values()) {
      bind(gauge, subjects);
    }
    bindDependencies(hasDirectory);
  }

  private void bindDecisions() {
    registry.counter(
        MetricName.of(
            "decisions_total",
            "Number of checks evaluated, by count source and outcome. Each item of a batch counts once.",
            "source",
            "outcome"),
        metricValues -> {
          for (DecisionSource decisionSource : DecisionSource.values()) {
            for (Verdict verdict : Verdict.values()) {
              metricValues.add(
                  engine.decisions(decisionSource, verdict),
                  MetricRegistry.labelOf(decisionSource),
                  MetricRegistry.labelOf(verdict));
            }
          }
        });
    registry.counter(
        "decisions_degraded_total",
        "Checks decided without the region's counts, because these could not be read.",
        engine::degraded);
    registry.counter(
        "possible_excess_units_total",
        "Estimate of units admitted above their limit, from what other processes and regions may have spent "
            + "unseen.",
        engine::excessUnits);
    registry.histogram(
        "possible_excess_ratio",
        "By what share of its limit an admission may have exceeded it. Recorded only while other processes or "
            + "regions are seen.",
        engine.excess());
    registry.gauge(
        "evicting",
        "1 while subjects whose counts still matter are evicted because of the memory limit.",
        () -> engine.isEvicting() ? 1 : 0);
    registry.gauge(
        "evicting_workspaces",
        "Workspaces whose subjects were recently evicted while their counts still mattered.",
        engine::evictingWorkspaces);
  }

  private void bindOriginOperations() {
    registry.counter(
        MetricName.of(
            "origin_operations_total",
            "Reads of the origin, and cells published to it.",
            "operation"),
        metricValues -> {
          metricValues.add(engine.total(Event.ORIGIN_READ), "read");
          metricValues.add(engine.total(Event.ORIGIN_PUBLISHED), "publish");
        });
    registry.counter(
        MetricName.of(
            "origin_errors_total",
            "Origin reads that failed, timed out or were skipped by the circuit breaker, and publish batches "
                + "that failed.",
            "operation"),
        metricValues -> {
          metricValues.add(engine.total(Event.ORIGIN_READ_FAILED), "read");
          metricValues.add(engine.total(Event.ORIGIN_PUBLISH_FAILED), "publish");
        });
  }

  private void bind(Event event) {
    String name = nameOf(event);
    if (!name.isEmpty()) {
      registry.counter(name, helpOf(event), () -> engine.total(event));
    }
  }

  /** Returns an empty name for events that are exposed together with related ones. */
  private static String nameOf(Event event) {
    return switch (event) {
      case ORIGIN_READ, ORIGIN_READ_FAILED, ORIGIN_PUBLISHED, ORIGIN_PUBLISH_FAILED -> "";
      case CELL_CREATED_BY_TRAFFIC -> "cells_created_total";
      case CELL_CREATED_BY_IMPORT -> "global_entries_created_total";
      case SUBJECT_FORGOTTEN -> "subjects_forgotten_total";
      case SUBJECT_EVICTED -> "subjects_evicted_total";
      case UNITS_LOST_BY_EVICTION -> "units_lost_by_eviction_total";
      case STRICT_ACTIVATED -> "strict_mode_activations_total";
      case SUBJECT_REANCHORED -> "subjects_reanchored_total";
      case RESET_APPLIED -> "resets_applied_total";
      case ORIGIN_CELL_WITHHELD -> "origin_cells_withheld_total";
      case ORIGIN_CELL_UNREADABLE -> "origin_cells_unreadable_total";
      case COUNT_IMPLAUSIBLE -> "counts_implausible_total";
      case ORIGIN_WIPE_SEEN -> "origin_wipes_total";
      case INCARNATION_RENEWED -> "incarnations_renewed_total";
      case LEDGER_PUSHED -> "global_writes_total";
      case LEDGER_PUSH_FAILED -> "global_write_errors_total";
      case LEDGER_ROW_REJECTED -> "global_rows_rejected_total";
      case LEDGER_ROW_WITHHELD -> "global_rows_withheld_total";
      case LEDGER_PULLED -> "global_sync_rows_applied_total";
      case LEDGER_PULL_FAILED -> "global_sync_errors_total";
      case LEDGER_SUM_DROPPED -> "global_sums_dropped_total";
    };
  }

  private static String helpOf(Event event) {
    return switch (event) {
      case ORIGIN_READ, ORIGIN_READ_FAILED, ORIGIN_PUBLISHED, ORIGIN_PUBLISH_FAILED -> "";
      case CELL_CREATED_BY_TRAFFIC -> "Cells created by a check.";
      case CELL_CREATED_BY_IMPORT ->
        "Sums of other regions received for cells that this process did not have.";
      case SUBJECT_FORGOTTEN ->
        "Subjects removed from memory because their counts no longer matter.";
      case SUBJECT_EVICTED ->
        "Subjects evicted because of the memory limit while their counts still mattered.";
      case UNITS_LOST_BY_EVICTION ->
        "Admitted units that were evicted before the origin had them. They are admitted again.";
      case STRICT_ACTIVATED -> "Times a subject entered strict mode or had it extended.";
      case SUBJECT_REANCHORED ->
        "Subjects whose counts started over because the clock was set far back.";
      case RESET_APPLIED ->
        "Identifiers whose counts were reset, by this process or by another one.";
      case ORIGIN_CELL_WITHHELD ->
        "Times a new cell was not written to the origin, because it is full or the workspace has used up its "
            + "share.";
      case ORIGIN_CELL_UNREADABLE ->
        "Times a cell was skipped because the origin holds something else under its key.";
      case COUNT_IMPLAUSIBLE ->
        "Times a count in a store was ignored because it is negative, above 2^53 or not a number.";
      case ORIGIN_WIPE_SEEN -> "Times the origin lost counts that it had acknowledged.";
      case INCARNATION_RENEWED ->
        "Times this process took a new incarnation, because a copy of it used the same one or Redis was replaced.";
      case LEDGER_PUSHED -> "Rows written to the ledger.";
      case LEDGER_PUSH_FAILED ->
        "Chunks of rows that could not be written to the ledger. They are retried.";
      case LEDGER_ROW_REJECTED -> "Rows that the ledger rejected because of their content.";
      case LEDGER_ROW_WITHHELD ->
        "Cells not published to the ledger because their workspace has used up its budget.";
      case LEDGER_PULLED -> "Cells whose sums were read from the ledger and merged.";
      case LEDGER_PULL_FAILED -> "Pulls from the ledger that failed.";
      case LEDGER_SUM_DROPPED -> "Foreign sums dropped because the table in memory was full.";
    };
  }

  private void bind(Gauge gauge, DoubleSupplier subjects) {
    switch (gauge) {
      case SUBJECTS -> registry.gauge("subjects", "Subjects in memory.", subjects);
      case DIRTY_CELLS ->
        level(gauge, "dirty_cells", "Cells waiting to be published to the origin.");
      case WITHHELD_CELLS, ORIGIN_BYTES, ORIGIN_CEILING_BYTES -> bindOriginMemory(gauge);
      case PUBLISH_LAG_MILLIS ->
        registry.histogram(
            "publish_lag_seconds",
            "Age of the oldest admission in each batch when the batch was published or failed.",
            engine.publishLag());
      case PROCESSES -> {
        level(gauge, "processes", "Live processes in the region, including this one.");
        registry.gauge(
            "origin_heartbeat_age_seconds",
            "Time since the origin last answered a heartbeat. NaN before the first answer.",
            engine::heartbeatAge);
      }
      case REGIONS ->
        level(gauge, "regions", "Regions seen within the last day, including this one.");
      case ORIGINS ->
        level(
            gauge,
            "origins",
            "Number of different Redis servers used by the live processes of this region.");
      case HOT_CELLS -> level(gauge, "hot_cells", "Cells that are candidates for the ledger.");
      case FOREIGN_SUMS -> level(gauge, "foreign_sums", "Foreign sums in memory.");
      case ROWS_LAST_PULL -> {
        level(gauge, "global_rows_last_poll", "Cells in the last pull from the ledger.");
        registry.gauge(
            "foreign_age_seconds",
            "Time since the ledger last answered a pull: the age of the known counts of other regions. NaN "
                + "before the first answer.",
            engine::pullAge);
      }
      case ORIGIN_SKEW_MILLIS -> skew(gauge, "origin");
      case LEDGER_SKEW_MILLIS -> skew(gauge, "ledger");
    }
  }

  private void skew(Gauge gauge, String store) {
    registry.gauge(
        store + "_skew_seconds",
        "How far the " + store + "'s clock is ahead of this process's clock.",
        () -> engine.gauge(gauge) / MILLIS);
  }

  private void bindOriginMemory(Gauge gauge) {
    String name = switch (gauge) {
      case ORIGIN_BYTES -> "origin_bytes";
      case ORIGIN_CEILING_BYTES -> "origin_ceiling_bytes";
      default -> "withheld_cells";
    };
    String help = switch (gauge) {
      case ORIGIN_BYTES -> "Approximate memory used by the cells of all processes in the origin.";
      case ORIGIN_CEILING_BYTES ->
        "Maximum memory for cells in the origin. 0 if unknown or unlimited.";
      default -> "Cells that the origin did not accept. They are retried.";
    };
    level(gauge, name, help);
  }

  private void level(Gauge gauge, String name, String help) {
    registry.gauge(name, help, () -> engine.gauge(gauge));
  }

  private void bindDependencies(BooleanSupplier hasDirectory) {
    registry.gauge(
        MetricName.of(
            "dependency_up",
            "1 while a store is available or not in use, 0 while it is unavailable.",
            "dependency"),
        metricValues -> {
          for (Dependency dependency : Dependency.values()) {
            metricValues.add(
                engine.isUnavailable(dependency) ? 0 : 1, MetricRegistry.labelOf(dependency));
          }
          metricValues.add(hasDirectory.getAsBoolean() ? 1 : 0, "directory");
        });
    registry.counter(
        MetricName.of("dependency_losses_total", "Times a store became unavailable.", "dependency"),
        metricValues -> {
          for (Dependency dependency : Dependency.values()) {
            metricValues.add(engine.losses(dependency), MetricRegistry.labelOf(dependency));
          }
        });
  }
}
