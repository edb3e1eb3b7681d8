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
  default void decided(Decision decision) {}

  /** Something happened this many times. */
  default void happened(Event event, long times) {}

  /** A level was measured. */
  default void measured(Gauge gauge, long value) {}

  /** A store was lost or came back. Called once per change. */
  default void changed(Dependency dependency, boolean available, String reason) {}

  /** The memory ceiling began to evict subjects that still matter, or stopped doing so. */
  default void pressure(boolean evicting, long subjects) {}
}
