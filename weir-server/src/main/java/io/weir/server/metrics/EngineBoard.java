// SPDX-License-Identifier: Apache-2.0
package io.weir.server.metrics;

import io.weir.Decision.Verdict;
import io.weir.Event;
import io.weir.Observer.Dependency;
import io.weir.Observer.Gauge;
import io.weir.Source;
import io.weir.server.metrics.Board.Named;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;

/** Puts what an engine counts on the board. Every event and every gauge has its place, or this does not compile. */
final class EngineBoard {
  private static final double MILLIS = 1_000;

  private final Board board;
  private final EngineMetrics engine;

  EngineBoard(Board board, EngineMetrics engine) {
    this.board = board;
    this.engine = engine;
  }

  /** Puts it there. Subjects and the directory are others' to tell. */
  void show(DoubleSupplier subjects, BooleanSupplier hasDirectory) {
    showDecisions();
    showOriginOperations();
    for (Event event : Event.values()) {
      show(event);
    }
    for (Gauge gauge : Gauge.values()) {
      show(gauge, subjects);
    }
    showDependencies(hasDirectory);
  }

  private void showDecisions() {
    board.counter(
        Named.of(
            "decisions_total",
            "Checks decided, in a batch one per item, by where the counts came from and how it came out.",
            "source",
            "outcome"),
        values -> {
          for (Source source : Source.values()) {
            for (Verdict verdict : Verdict.values()) {
              values.add(
                  engine.decisions(source, verdict), Board.labelOf(source), Board.labelOf(verdict));
            }
          }
        });
    board.counter(
        "decisions_degraded_total",
        "Checks decided without the region, because it could not be asked.",
        engine::degraded);
    board.counter(
        "possible_excess_units_total",
        "Units admitted that may be above their limit, because of what others may have spent unseen: an estimate.",
        engine::excessUnits);
    board.histogram(
        "possible_excess_ratio",
        "By which share of its limit an admission may have exceeded it; only while others are seen.",
        engine.excess());
    board.gauge(
        "evicting",
        "1 while the memory ceiling evicts subjects that still matter.",
        () -> engine.isEvicting() ? 1 : 0);
  }

  private void showOriginOperations() {
    board.counter(
        Named.of(
            "origin_operations_total",
            "Reads of the origin and cells published to it.",
            "operation"),
        values -> {
          values.add(engine.total(Event.ORIGIN_READ), "read");
          values.add(engine.total(Event.ORIGIN_PUBLISHED), "publish");
        });
    board.counter(
        Named.of(
            "origin_errors_total",
            "Reads of the origin that failed or were not tried, and batches of publishes that failed.",
            "operation"),
        values -> {
          values.add(engine.total(Event.ORIGIN_READ_FAILED), "read");
          values.add(engine.total(Event.ORIGIN_PUBLISH_FAILED), "publish");
        });
  }

  private void show(Event event) {
    String name = nameOf(event);
    if (!name.isEmpty()) {
      board.counter(name, helpOf(event), () -> engine.total(event));
    }
  }

  /** Empty for what is shown together with its like. */
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
      case CELL_CREATED_BY_TRAFFIC -> "Cells that came to be because of a check.";
      case CELL_CREATED_BY_IMPORT ->
        "Sums of other regions that arrived for cells this process did not know.";
      case SUBJECT_FORGOTTEN -> "Subjects forgotten because nothing of them could matter.";
      case SUBJECT_EVICTED -> "Subjects that still mattered, evicted at the memory ceiling.";
      case UNITS_LOST_BY_EVICTION ->
        "Admitted units evicted before the origin knew of them: they are admitted again.";
      case STRICT_ACTIVATED -> "Times a subject became strict, or stayed so for longer.";
      case SUBJECT_REANCHORED -> "Subjects that started over because a clock stepped far back.";
      case ORIGIN_WIPE_SEEN -> "Times the origin had lost counts that it had acknowledged.";
      case INCARNATION_RENEWED ->
        "Times this process took a new name, since a copy of it used the same or Redis was replaced.";
      case LEDGER_PUSHED -> "Rows written to the ledger.";
      case LEDGER_PUSH_FAILED -> "Chunks of rows that failed as a whole; they are tried again.";
      case LEDGER_ROW_REJECTED -> "Rows that the ledger refuses for what they are.";
      case LEDGER_ROW_WITHHELD ->
        "Cells not told to the ledger because their workspace's budget was used up.";
      case LEDGER_PULLED -> "Cells whose sums were read from the ledger and merged.";
      case LEDGER_PULL_FAILED -> "Pulls that failed.";
      case LEDGER_SUM_DROPPED ->
        "Foreign sums not kept because the table or a workspace's budget in it was full.";
    };
  }

  private void show(Gauge gauge, DoubleSupplier subjects) {
    switch (gauge) {
      case SUBJECTS -> board.gauge("subjects", "Subjects in memory.", subjects);
      case DIRTY_CELLS -> level(gauge, "dirty_cells", "Cells that wait to be published.");
      case PUBLISH_LAG_MILLIS ->
        board.histogram(
            "publish_lag_seconds",
            "How long the oldest admission of each batch waited until it was published, or failed to be.",
            engine.publishLag());
      case PROCESSES -> {
        level(gauge, "processes", "Live processes in the region, this one included.");
        board.gauge(
            "origin_heartbeat_age_seconds",
            "Time since the origin last answered a heartbeat; NaN before the first.",
            engine::beatAge);
      }
      case REGIONS -> level(gauge, "regions", "Regions seen within a day, this one included.");
      case ORIGINS ->
        level(gauge, "origins", "Different Redis servers that this region's live processes use.");
      case HOT_CELLS -> level(gauge, "hot_cells", "Cells that are candidates for the ledger.");
      case FOREIGN_SUMS -> level(gauge, "foreign_sums", "Foreign sums kept in memory.");
      case ROWS_LAST_PULL -> {
        level(gauge, "global_rows_last_poll", "Cells in the last pull.");
        board.gauge(
            "foreign_age_seconds",
            "Time since the ledger last answered a pull: the age of what is known of other regions; NaN before the first.",
            engine::pullAge);
      }
      case ORIGIN_SKEW_MILLIS ->
        board.gauge(
            "origin_skew_seconds",
            "How far the origin's clock is ahead of this one's.",
            () -> engine.gauge(gauge) / MILLIS);
      case LEDGER_SKEW_MILLIS ->
        board.gauge(
            "ledger_skew_seconds",
            "How far the ledger's clock is ahead of this one's.",
            () -> engine.gauge(gauge) / MILLIS);
    }
  }

  private void level(Gauge gauge, String name, String help) {
    board.gauge(name, help, () -> engine.gauge(gauge));
  }

  private void showDependencies(BooleanSupplier hasDirectory) {
    board.gauge(
        Named.of(
            "dependency_up",
            "1 while a store answers, and where it is not in use; 0 while it is away.",
            "dependency"),
        values -> {
          for (Dependency dependency : Dependency.values()) {
            values.add(engine.isAway(dependency) ? 0 : 1, Board.labelOf(dependency));
          }
          values.add(hasDirectory.getAsBoolean() ? 1 : 0, "directory");
        });
    board.counter(
        Named.of("dependency_losses_total", "Times a store went away.", "dependency"), values -> {
          for (Dependency dependency : Dependency.values()) {
            values.add(engine.losses(dependency), Board.labelOf(dependency));
          }
        });
  }
}
