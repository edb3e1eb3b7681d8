// SPDX-License-Identifier: Apache-2.0
package io.weir.server.directory.sql;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What is wrong with the database at the moment. Each change is logged once. Changed by one thread, read by any. */
final class Troubles {
  /** The class of an error: two of the same class are the same trouble to whoever has to deal with it. */
  private static final Pattern CLASS = Pattern.compile("SQLSTATE (..)");

  /** What differs between two reports of the same trouble: numbers of connections and ports, times. */
  private static final Pattern NUMBER = Pattern.compile("[0-9]+");

  private final Logger log;
  private volatile @Nullable String reading;
  private volatile @Nullable String saving;

  Troubles(Logger log) {
    this.log = log;
  }

  /** Why the database can't be read, if so. */
  Optional<String> reading() {
    return Optional.ofNullable(reading);
  }

  void readingWorks() {
    if (reading != null) {
      log.log(Level.INFO, "The database of keys, namespaces and overrides is available again");
    }
    reading = null;
  }

  void readingFails(String reason) {
    if (isOther(reading, reason)) {
      log.log(
          Level.WARNING,
          "The database of keys, namespaces and overrides is unavailable; changes made elsewhere are not visible: {0}",
          reason);
    }
    reading = reason;
  }

  void savingWorks() {
    if (saving != null) {
      log.log(Level.INFO, "New namespaces can be saved again");
    }
    saving = null;
  }

  void savingFails(String reason) {
    if (isOther(saving, reason)) {
      log.log(
          Level.WARNING,
          "New namespaces can''t be saved; their checks are still counted: {0}",
          reason);
    }
    saving = reason;
  }

  static boolean isOther(@Nullable String before, String now) {
    return before == null || !kind(before).equals(kind(now));
  }

  private static String kind(String reason) {
    Matcher named = CLASS.matcher(reason);
    return named.find() ? named.group(1) : NUMBER.matcher(reason).replaceAll("#");
  }
}
