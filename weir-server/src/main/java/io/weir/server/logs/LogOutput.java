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

/** Writes lines to a stream, each at once. */
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

  /** Also when somebody set the levels of loggers back: the JDK does when the process ends. */
  @Override
  public boolean isLoggable(LogRecord record) {
    Level least = LogSetup.minLevel(LogLineFormat.logger(record), level);
    return record.getLevel().intValue() >= least.intValue();
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
      // The text of somebody's argument failed: whoever logs must not fail for that.
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
      // Nobody is left who could be told.
    }
  }

  @Override
  public void flush() {}

  /**
   * Goes on: the JDK closes what it logs to as soon as the process begins to end, but a server has something to say until it
   * has told the stores everything.
   */
  @Override
  public void close() {
    Logger root = Logger.getLogger("");
    root.setLevel(level);
    root.addHandler(this);
  }
}
