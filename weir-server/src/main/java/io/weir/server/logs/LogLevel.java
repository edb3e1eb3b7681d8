// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

import java.util.logging.Level;

/** How much is said. Each level includes those before it. */
public enum LogLevel {
  /** What stops the server. */
  ERROR(Level.SEVERE),
  /** What somebody should look at. */
  WARNING(Level.WARNING),
  /** Changes of state. */
  INFO(Level.INFO),
  /** What helps to find a mistake, with stack traces. */
  DEBUG(Level.FINE);

  @SuppressWarnings("ImmutableEnumChecker") // a level is a value
  private final Level level;

  LogLevel(Level level) {
    this.level = level;
  }

  /** The level as the JDK's logging knows it. */
  Level level() {
    return level;
  }

  /** The name of a level of the JDK's logging in these words. */
  static String nameOf(Level level) {
    for (LogLevel known : values()) {
      if (level.intValue() >= known.level.intValue()) {
        return known.name();
      }
    }
    return DEBUG.name();
  }
}
