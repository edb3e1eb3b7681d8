// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;

/** Suppresses log lines that libraries repeat, such as each attempt to reconnect. Not thread-safe. */
final class RepeatFilter {
  /**
   * Longer than any library waits between two attempts, so that a dependency that stays unavailable is reported once.
   */
  private static final long QUIET_MILLIS = 60_000;

  /** More different lines than a broken dependency makes libraries log. */
  private static final int MAX_LINES = 256;

  /** The parts in which repeated lines differ: ports of connections, times, addresses of objects. */
  private static final Pattern VARIABLE_PARTS = Pattern.compile("(?:0x)?[0-9a-f]*[0-9][0-9a-f]*");

  private static final String WEIR_PREFIX = "io.weir.";

  /** When a line last occurred, and how often it was suppressed since it was logged. */
  private static final class LoggedLine {
    private long lastMillis;
    private long leftOut;
  }

  private final Map<String, LoggedLine> lines = new LinkedHashMap<>(16, 0.75f, true) {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, LoggedLine> eldest) {
      return size() > MAX_LINES;
    }
  };

  /**
   * Returns how many lines like this one were suppressed since it was last logged; empty if it must be suppressed,
   * too.
   */
  OptionalLong leftOut(LogRecord record, String message) {
    String logger = LogLineFormat.logger(record);
    if (logger.startsWith(WEIR_PREFIX)) {
      return OptionalLong.of(0);
    }
    String key = logger + record.getLevel() + VARIABLE_PARTS.matcher(message).replaceAll("#");
    LoggedLine loggedLine = lines.get(key);
    long now = record.getMillis();
    if (loggedLine == null) {
      loggedLine = new LoggedLine();
      loggedLine.lastMillis = now;
      lines.put(key, loggedLine);
      return OptionalLong.of(0);
    }
    long before = loggedLine.lastMillis;
    loggedLine.lastMillis = now;
    if (Math.abs(now - before) < QUIET_MILLIS) {
      loggedLine.leftOut++;
      return OptionalLong.empty();
    }
    long leftOut = loggedLine.leftOut;
    loggedLine.leftOut = 0;
    return OptionalLong.of(leftOut);
  }
}
