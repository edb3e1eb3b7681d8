// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Routes all logs of the process to standard error, through the JDK's logging, which System.Logger and slf4j also
 * use.
 */
public final class LogSetup {
  /** Libraries that log their internals. The engine and the server log what matters of it themselves. */
  static final List<String> VERBOSE = List.of(
      "com.zaxxer.hikari", "io.lettuce", "io.netty", "io.vertx", "org.mariadb", "org.sqlite");

  /** Those whose warnings say nothing that the engine and the server do not say better. */
  private static final List<String> SILENCED =
      List.of("com.zaxxer.hikari", "io.lettuce", "org.mariadb");

  /** Referenced strongly, because the JDK otherwise discards loggers together with their levels. */
  private static final List<Logger> CONFIGURED =
      VERBOSE.stream().map(Logger::getLogger).toList();

  private static final Logger ROOT = Logger.getLogger("");

  private LogSetup() {}

  /** Configures the process to log in this format and level only. */
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

  /**
   * Returns the minimum level at which a logger logs while the process logs at this level; it is higher for verbose
   * libraries.
   */
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
