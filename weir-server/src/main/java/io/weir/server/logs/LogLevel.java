// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

import java.util.logging.Level;

/** The log levels. Each level includes those before it. */
public enum LogLevel {
  /** Errors that stop the server, and internal errors. */
  ERROR(Level.SEVERE),
  /** Conditions that an operator should look at. */
  WARNING(Level.WARNING),
  /** Changes of state. */
  INFO(Level.INFO),
  /** Details for finding a defect, with stack traces. */
  DEBUG(Level.FINE);

  @SuppressWarnings("ImmutableEnumChecker") // a level is immutable
  private final Level level;

  LogLevel(Level level) {
    this.level = level;
  }

  /** Returns the corresponding level of the JDK's logging. */
  Level level() {
    return level;
  }

  /** Returns our name for a level of the JDK's logging. */
  static String nameOf(Level level) {
    for (LogLevel known : values()) {
      if (level.intValue() >= known.level.intValue()) {
        return known.name();
      }
    }
    return DEBUG.name();
  }
}
