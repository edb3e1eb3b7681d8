// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.OptionalLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Writes log lines to a stream, each immediately. */
final class LogOutput extends Handler {
  private final LogLineFormat line;
  private final RepeatFilter repeatFilter = new RepeatFilter();
  private final Level level;
  private final OutputStream out;

  LogOutput(LogFormat format, LogLevel level, OutputStream out) {
    this.line = new LogLineFormat(format, level == LogLevel.DEBUG);
    this.level = level.level();
    this.out = out;
  }

  /** Applies the levels even if they were reset on the loggers, as the JDK does when the process ends. */
  @Override
  public boolean isLoggable(LogRecord record) {
    Level minLevel = LogSetup.minLevel(LogLineFormat.logger(record), level);
    return record.getLevel().intValue() >= minLevel.intValue();
  }

  @Override
  public synchronized void publish(LogRecord record) {
    if (!isLoggable(record)) {
      return;
    }
    try {
      String message = line.message(record);
      OptionalLong leftOut = repeatFilter.leftOut(record, message);
      if (leftOut.isPresent()) {
        write(line.of(record, message + repeatNote(leftOut.getAsLong())));
      }
    } catch (RuntimeException e) {
      // Formatting an argument failed, which must not affect the code that logs.
      write("a log line of " + record.getLoggerName() + " could not be formatted: "
          + e.getClass().getName() + "\n");
    }
  }

  private static String repeatNote(long leftOut) {
    return leftOut == 0 ? "" : " (" + leftOut + " similar lines were suppressed)";
  }

  private void write(String text) {
    try {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
    } catch (IOException e) {
      // There is nowhere left to report this.
    }
  }

  @Override
  public void flush() {}

  /**
   * Keeps logging. The JDK closes all handlers as soon as the process begins to end, but a server still logs until it
   * has published everything to the stores.
   */
  @Override
  public void close() {
    Logger root = Logger.getLogger("");
    root.setLevel(level);
    root.addHandler(this);
  }
}
