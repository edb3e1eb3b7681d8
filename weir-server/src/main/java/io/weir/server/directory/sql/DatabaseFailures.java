// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is wrong with the database at the moment. Each change is logged once. Changed by one thread, read by any. */
final class DatabaseFailures {
  /** The class of an error: two of the same class are the same trouble to whoever has to deal with it. */
  private static final Pattern CLASS = Pattern.compile("SQLSTATE (..)");

  /** What differs between two reports of the same trouble: numbers of connections and ports, times. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  private final Logger log;
  private volatile @Nullable String readFailure;
  private volatile @Nullable String saveFailure;

  DatabaseFailures(Logger log) {
    this.log = log;
  }

  /** Why the database can't be read, if so. */
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
