// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The current failures of the database. Each change of them is logged once. Written by one thread, read by any. */
final class DatabaseFailures {
  /** The class of an SQL error. To an operator, two errors of the same class are the same problem. */
  private static final Pattern CLASS = Pattern.compile("SQLSTATE (..)");

  /** The parts in which two reports of the same problem differ: numbers of connections and ports, times. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  private final Logger log;
  private volatile @Nullable String readFailure;
  private volatile @Nullable String saveFailure;

  DatabaseFailures(Logger log) {
    this.log = log;
  }

  /** Returns why the database cannot be read, if that is so. */
  Optional<String> readFailure() {
    return Optional.ofNullable(readFailure);
  }

  void readSucceeded() {
    if (readFailure != null) {
      log.log(Level.INFO, "The database of keys, namespaces and overrides is available again");
    }
    readFailure = null;
  }

  void readFailed(String reason) {
    if (isDifferent(readFailure, reason)) {
      log.log(
          Level.WARNING,
          "The database of keys, namespaces and overrides is unavailable; changes made elsewhere are not visible: {0}",
          reason);
    }
    readFailure = reason;
  }

  void saveSucceeded() {
    if (saveFailure != null) {
      log.log(Level.INFO, "New namespaces can be saved again");
    }
    saveFailure = null;
  }

  void saveFailed(String reason) {
    if (isDifferent(saveFailure, reason)) {
      log.log(
          Level.WARNING,
          "New namespaces can''t be saved; their checks are still counted: {0}",
          reason);
    }
    saveFailure = reason;
  }

  static boolean isDifferent(@Nullable String before, String now) {
    return before == null || !kind(before).equals(kind(now));
  }

  private static String kind(String reason) {
    Matcher named = CLASS.matcher(reason);
    return named.find() ? named.group(1) : NUMBER.matcher(reason).replaceAll("#");
  }
}
