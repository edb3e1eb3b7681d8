// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;

/** Leaves out what libraries say again and again, such as each attempt to reconnect. Not thread-safe. */
final class Repeats {
  /** Longer than any library waits between two attempts, so that a dependency that stays away is said once. */
  private static final long QUIET_MILLIS = 60_000;

  /** More different lines than a broken dependency makes libraries say. */
  private static final int MOST_LINES = 256;

  /** What a repeat differs by: ports of connections, times, addresses of objects. */
  private static final Pattern CHANGING = Pattern.compile("(?:0x)?[0-9a-f]*[0-9][0-9a-f]*");

  private static final String OURS = "io.weir.";

  /** When a line was last asked about, and how often it was left out since it was said. */
  private static final class Said {
    private long lastMillis;
    private long leftOut;
  }

  private final Map<String, Said> lines = new LinkedHashMap<>(16, 0.75f, true) {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, Said> eldest) {
      return size() > MOST_LINES;
    }
  };

  /** How many lines like this one were left out since it was said last, or empty if it is to be left out, too. */
  OptionalLong leftOut(LogRecord record, String message) {
    String logger = LogLine.logger(record);
    if (logger.startsWith(OURS)) {
      return OptionalLong.of(0);
    }
    String key = logger + record.getLevel() + CHANGING.matcher(message).replaceAll("#");
    Said said = lines.get(key);
    long now = record.getMillis();
    if (said == null) {
      said = new Said();
      said.lastMillis = now;
      lines.put(key, said);
      return OptionalLong.of(0);
    }
    long before = said.lastMillis;
    said.lastMillis = now;
    if (Math.abs(now - before) < QUIET_MILLIS) {
      said.leftOut++;
      return OptionalLong.empty();
    }
    long leftOut = said.leftOut;
    said.leftOut = 0;
    return OptionalLong.of(leftOut);
  }
}
