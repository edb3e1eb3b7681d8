// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** Hears what an engine does, for metrics and events. Called on the thread that did it: must be quick and not throw. */
public interface Observer {

  /** Hears nothing. */
  Observer NONE = new Observer() {};

  /** A store that an engine leans on. */
  enum Dependency {
    ORIGIN,
    LEDGER
  }

  /** A level that moves both ways. */
  enum Gauge {
    /** Subjects in memory. */
    SUBJECTS,
    /** Cells that wait to be published. */
    DIRTY_CELLS,
    /** Milliseconds that the oldest admission of the last batch waited until it was published, or failed to be. */
    PUBLISH_LAG_MILLIS,
    /** Cells that the origin did not take, and that are offered again from time to time. */
    WITHHELD_CELLS,
    /** Memory that cells take in the origin, of all processes together, about. */
    ORIGIN_BYTES,
    /** Memory that they may take there; 0 while it is not known, or not bounded. */
    ORIGIN_CEILING_BYTES,
    /** Live processes in the region, this one included. */
    PROCESSES,
    /** Regions seen within a day, this one included. */
    REGIONS,
    /** Different origins that live processes of this region use; more than 1 is a mistake, or a replacement under way. */
    ORIGINS,
    /** Cells that are candidates for the ledger. */
    HOT_CELLS,
    /** Foreign sums kept in memory. */
    FOREIGN_SUMS,
    /** Cells in the last pull. */
    ROWS_LAST_PULL,
    /** Milliseconds that the origin's clock is ahead of this one's. */
    ORIGIN_SKEW_MILLIS,
    /** Milliseconds that the ledger's clock is ahead of this one's. */
    LEDGER_SKEW_MILLIS
  }

  /** A check was decided; in a batch, once per item. */
  default void onDecision(Decision decision) {}

  /** Something happened this many times. */
  default void onEvent(Event event, long times) {}

  /** A level was measured. */
  default void onGauge(Gauge gauge, long value) {}

  /** A store was lost or came back. Called once per change. */
  default void onAvailability(Dependency dependency, boolean available, String reason) {}

  /** A workspace began to be kept from creating cells in the origin, or stopped being so. Called once per change. */
  default void onOriginBudget(String workspace, boolean isUsedUp, long bytes) {}

  /** Something in a store was left out because it is no count; the text names it and where it is. */
  default void onSkippedEntry(CellKey cell, String what) {}

  /** The memory ceiling began to evict subjects that still matter, or stopped doing so. */
  default void onMemoryPressure(boolean evicting, long subjects) {}

  /** The same for the subjects of one workspace. Called once per change. */
  default void onWorkspaceEviction(String workspace, boolean began) {}
}
