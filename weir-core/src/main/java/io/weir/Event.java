// SPDX-License-Identifier: Apache-2.0
package io.weir;

/** Something that an engine counts. Each is a total since the engine was built. */
public enum Event {
  /** A cell came to be because of a check. */
  CELL_CREATED_BY_TRAFFIC,
  /** A sum of other regions arrived for a cell that this process did not know. */
  CELL_CREATED_BY_IMPORT,
  /** A subject was forgotten because nothing of it could matter any more. */
  SUBJECT_FORGOTTEN,
  /** A subject that still mattered was evicted because of the memory ceiling. */
  SUBJECT_EVICTED,
  /** Admitted units that were evicted without being in the origin: they will be admitted again. */
  UNITS_LOST_BY_EVICTION,
  /** A subject became strict, or stayed so for longer. */
  STRICT_ACTIVATED,
  /** The counts of an identifier were reset, here or by another process. */
  RESET_APPLIED,
  /** A clock stepped so far back that a subject started over at the earlier time. */
  SUBJECT_REANCHORED,
  /** The origin was read for a check. */
  ORIGIN_READ,
  /** An origin read failed, timed out, or was not tried because the breaker was open. */
  ORIGIN_READ_FAILED,
  /** A cell was published to the origin. */
  ORIGIN_PUBLISHED,
  /** A batch of publishes failed; its cells stay dirty. */
  ORIGIN_PUBLISH_FAILED,
  /** A new cell was not put into the origin: its workspace has used up its room there, or the origin is full. */
  ORIGIN_CELL_WITHHELD,
  /** A cell could be neither read nor written, because the origin holds something else under its name. */
  ORIGIN_CELL_UNREADABLE,
  /** A count in a store was left out, because nobody can have admitted that: it is negative, too large or no number. */
  COUNT_IMPLAUSIBLE,
  /** The origin had lost a count it had acknowledged; this process publishes its cells again. */
  ORIGIN_WIPE_SEEN,
  /** The process took another name: another one used the same, or its origin turned out to be another one. */
  INCARNATION_RENEWED,
  /** A component was written to the ledger. */
  LEDGER_PUSHED,
  /** A chunk of components failed as a whole; it is tried again. */
  LEDGER_PUSH_FAILED,
  /** A component that the ledger refuses for what it is; it is left out from then on. */
  LEDGER_ROW_REJECTED,
  /** A cell was not told to the ledger because its workspace had used up its budget of rows. */
  LEDGER_ROW_WITHHELD,
  /** A cell's sums were read from the ledger and merged. */
  LEDGER_PULLED,
  /** A pull failed; the sums already known stay. */
  LEDGER_PULL_FAILED,
  /** A foreign sum was not kept because the table was full. */
  LEDGER_SUM_DROPPED
}
