// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** The events that an engine counts. Each count is a total since the engine was built. */
public enum Event {
  /** A cell was created by a check. */
  CELL_CREATED_BY_TRAFFIC,
  /** A sum of other regions arrived for a cell that this process did not know. */
  CELL_CREATED_BY_IMPORT,
  /** A subject was removed because nothing of it could matter any more. */
  SUBJECT_FORGOTTEN,
  /** A subject that still mattered was evicted because of the memory ceiling. */
  SUBJECT_EVICTED,
  /** Admitted units were evicted without being in the origin: they can be admitted again. */
  UNITS_LOST_BY_EVICTION,
  /** A subject became strict, or its strict period was extended. */
  STRICT_ACTIVATED,
  /** The counts of an identifier were reset, here or by another process. */
  RESET_APPLIED,
  /** A clock stepped so far back that a subject started over at the earlier time. */
  SUBJECT_REANCHORED,
  /** The origin was read for a check. */
  ORIGIN_READ,
  /** An origin read failed, timed out, or was skipped because the breaker was open. */
  ORIGIN_READ_FAILED,
  /** A cell was published to the origin. */
  ORIGIN_PUBLISHED,
  /** A batch of publishes failed; its cells stay dirty. */
  ORIGIN_PUBLISH_FAILED,
  /** A new cell was not created in the origin: its workspace has used up its space there, or the origin is full. */
  ORIGIN_CELL_WITHHELD,
  /** A cell could be neither read nor written, because its name in the origin is used for something else. */
  ORIGIN_CELL_UNREADABLE,
  /** A count in a store was skipped because it is implausible: negative, too large or not a number. */
  COUNT_IMPLAUSIBLE,
  /** The origin had lost an acknowledged count; this process publishes its cells again. */
  ORIGIN_WIPE_SEEN,
  /**
   * The process changed its name: another process used the same one, or its origin turned out to be a different one.
   */
  INCARNATION_RENEWED,
  /** A component was written to the ledger. */
  LEDGER_PUSHED,
  /** A chunk of components failed as a whole; it is retried. */
  LEDGER_PUSH_FAILED,
  /** The ledger rejected a component because of its content; it is not pushed any more. */
  LEDGER_ROW_REJECTED,
  /** A cell was not pushed to the ledger because its workspace had used up its row budget. */
  LEDGER_ROW_WITHHELD,
  /** A cell's sums were read from the ledger and merged. */
  LEDGER_PULLED,
  /** A pull failed; the known sums are kept. */
  LEDGER_PULL_FAILED,
  /** A foreign sum was not kept because the table was full. */
  LEDGER_SUM_DROPPED
}
