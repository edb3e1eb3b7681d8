// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.crash;

/** Counts what the checks of the copies of one database found. Not thread-safe. */
final class CrashTally {
  private long copies;
  private long kills;
  private long confirmed;
  private long incomplete;
  private long missing;
  private long most;
  private long unreadable;
  private long firstLossSeconds = Long.MAX_VALUE;
  private String reason = "";

  /** Adds the reader's answer about one copy. */
  void add(String answer, long ageSeconds) {
    copies++;
    if (answer.startsWith("!")) {
      unreadable++;
      reason = answer.substring(1).strip();
      return;
    }
    long rows = Long.parseLong(answer);
    if (rows > 0) {
      incomplete++;
      missing += rows;
      most = Math.max(most, rows);
      firstLossSeconds = Math.min(firstLossSeconds, ageSeconds);
    }
  }

  void killed() {
    kills++;
  }

  void confirmed(long commits) {
    confirmed = commits;
  }

  /** The row of the database in the report, in the order of the table's columns. */
  String[] cells(String label, long pauseMillis) {
    return new String[] {
      label,
      Long.toString(pauseMillis),
      Long.toString(confirmed),
      Long.toString(copies),
      Long.toString(kills),
      Long.toString(incomplete),
      Long.toString(missing),
      Long.toString(most),
      incomplete == 0 ? "" : Long.toString(firstLossSeconds),
      Long.toString(unreadable)
    };
  }

  long copies() {
    return copies;
  }

  long missing() {
    return missing;
  }

  long unreadable() {
    return unreadable;
  }

  /** The last reason why a copy could not be opened; empty if all copies could be opened. */
  String reason() {
    return reason;
  }
}
