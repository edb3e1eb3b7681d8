// SPDX-License-Identifier: Apache-2.0
package io.weir;

/**
 * An observer of an engine, for metrics and events. Called on the thread of the event: must be quick and not throw.
 */
public interface Observer {

  /** An observer that ignores everything. */
  Observer NONE = new Observer() {};

  /** A store that an engine depends on. */
  enum Dependency {
    ORIGIN,
    LEDGER
  }

  /** A measured level. */
  enum Gauge {
    /** Subjects in memory. */
    SUBJECTS,
    /** Cells that wait to be published. */
    DIRTY_CELLS,
    /** How long the oldest admission of the last batch waited until it was published or failed, in milliseconds. */
    PUBLISH_LAG_MILLIS,
    /** Cells that the origin did not accept, and that are retried from time to time. */
    WITHHELD_CELLS,
    /** The approximate memory that the cells of all processes use in the origin. */
    ORIGIN_BYTES,
    /** The memory that they may use there; 0 if unknown or unlimited. */
    ORIGIN_CEILING_BYTES,
    /** Live processes in the region, this one included. */
    PROCESSES,
    /** Regions seen within a day, this one included. */
    REGIONS,
    /**
     * Different origins that live processes of this region use; more than 1 is a configuration error, or a replacement
     * in progress.
     */
    ORIGINS,
    /** Cells that are candidates for the ledger. */
    HOT_CELLS,
    /** Foreign sums kept in memory. */
    FOREIGN_SUMS,
    /** Cells in the last pull. */
    ROWS_LAST_PULL,
    /** How far the origin's clock is ahead of this process's, in milliseconds. */
    ORIGIN_SKEW_MILLIS,
    /** How far the ledger's clock is ahead of this process's, in milliseconds. */
    LEDGER_SKEW_MILLIS
  }

  /** Called when a check was decided; for a batch, once per item. */
  default void onDecision(Decision decision) {}

  /** Called when an event happened this many times. */
  default void onEvent(Event event, long times) {}

  /** Called when a level was measured. */
  default void onGauge(Gauge gauge, long value) {}

  /** Called once when a store became unavailable or available. */
  default void onAvailability(Dependency dependency, boolean available, String reason) {}

  /** Called once when a workspace may no longer create cells in the origin, or may do so again. */
  default void onOriginBudget(String workspace, boolean isUsedUp, long bytes) {}

  /**
   * Called when an entry in a store was skipped because it is not a valid count. The text names the entry and its
   * location.
   */
  default void onSkippedEntry(CellKey cell, String what) {}

  /** Called when the memory ceiling begins to evict subjects that still matter, or stops doing so. */
  default void onMemoryPressure(boolean evicting, long subjects) {}

  /** Called once when evictions of subjects of this workspace begin or end. */
  default void onWorkspaceEviction(String workspace, boolean began) {}
}
