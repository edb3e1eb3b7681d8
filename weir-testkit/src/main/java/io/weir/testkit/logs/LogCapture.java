// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.logs;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;

/** Collects the warnings of a logger until it is closed. */
public final class LogCapture implements AutoCloseable {
  private final Logger logger;
  private final List<String> warnings = new CopyOnWriteArrayList<>();

  private final Handler collector = new Handler() {
    private final Formatter format = new SimpleFormatter();

    @Override
    public void publish(LogRecord entry) {
      if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
        warnings.add(format.formatMessage(entry));
      }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  };

  private LogCapture(Logger logger) {
    this.logger = logger;
  }

  /** Starts to collect the warnings of the logger with this name and of those below it. */
  public static LogCapture of(String name) {
    LogCapture capture = new LogCapture(Logger.getLogger(name));
    capture.logger.addHandler(capture.collector);
    return capture;
  }

  /** Returns the messages so far, with their parameters filled in. */
  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  @Override
  public void close() {
    logger.removeHandler(collector);
  }
}
