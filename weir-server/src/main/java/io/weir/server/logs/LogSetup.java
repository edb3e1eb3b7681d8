// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Sends all logs of the process to standard error: those of the JDK's logging, in which System.Logger and slf4j end too. */
public final class LogSetup {
  /** Libraries that speak of their own affairs. What matters of them, the engine and the server say themselves. */
  static final List<String> VERBOSE = List.of(
      "com.zaxxer.hikari", "io.lettuce", "io.netty", "io.vertx", "org.mariadb", "org.sqlite");

  /** Those of them whose warnings say nothing that the engine and the server do not say better. */
  private static final List<String> SILENCED =
      List.of("com.zaxxer.hikari", "io.lettuce", "org.mariadb");

  /** Held, because the JDK forgets loggers, and their levels, that nobody holds. */
  private static final List<Logger> CONFIGURED =
      VERBOSE.stream().map(Logger::getLogger).toList();

  private static final Logger ROOT = Logger.getLogger("");

  private LogSetup() {}

  /** From now on the process logs like this, and in no other way. */
  public static void setUp(LogFormat format, LogLevel level) {
    setUp(format, level, new FileOutputStream(FileDescriptor.err));
  }

  static void setUp(LogFormat format, LogLevel level, OutputStream out) {
    for (Handler before : ROOT.getHandlers()) {
      ROOT.removeHandler(before);
    }
    ROOT.setLevel(level.level());
    CONFIGURED.forEach(
        logger -> logger.setLevel(level == LogLevel.ERROR ? Level.SEVERE : Level.WARNING));
    ROOT.addHandler(new LogOutput(format, level, out));
  }

  /** The least that a logger may say while the process logs at this level: libraries that are to be quiet say less. */
  static Level minLevel(String logger, Level level) {
    if (isOf(SILENCED, logger) && level.intValue() > Level.FINE.intValue()) {
      return Level.SEVERE;
    }
    return isOf(VERBOSE, logger) && level.intValue() < Level.WARNING.intValue()
        ? Level.WARNING
        : level;
  }

  private static boolean isOf(List<String> names, String logger) {
    return names.stream()
        .anyMatch(name -> logger.startsWith(name)
            && (logger.length() == name.length() || logger.charAt(name.length()) == '.'));
  }
}
