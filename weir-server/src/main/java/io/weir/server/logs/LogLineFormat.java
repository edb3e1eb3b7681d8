// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.logging.Formatter;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Formats a log record as one line, including its line break. Whatever is logged, the output contains no secret and
 * no second line.
 */
final class LogLineFormat {
  /** A longer message adds no useful information, but could fill a disk. */
  private static final int MAX_LENGTH = 8_192;

  /** Causes deeper than this are wrappers of one another. */
  private static final int MAX_CAUSES = 5;

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\u2028\\u2029]");

  private final LogFormat format;
  private final boolean isDebug;
  private final Formatter formatter = new Formatter() {
    @Override
    public String format(LogRecord record) {
      return formatMessage(record);
    }
  };

  LogLineFormat(LogFormat format, boolean isDebug) {
    this.format = format;
    this.isDebug = isDebug;
  }

  static String logger(LogRecord record) {
    String name = record.getLoggerName();
    return name == null ? "" : name;
  }

  /** Returns the message of a record, in one line and without secrets. */
  String message(LogRecord record) {
    String text = formatter.format(record);
    return text == null ? "" : clean(text);
  }

  /** Returns the complete line. */
  String of(LogRecord record, String message) {
    Throwable thrown = record.getThrown();
    String error = thrown == null ? "" : clean(describe(thrown));
    String stack = thrown != null && showsStack(record) ? stack(thrown) : "";
    String time = TIME.format(record.getInstant());
    String level = LogLevel.nameOf(record.getLevel());
    String logger = logger(record);
    if (format == LogFormat.TEXT) {
      return time
          + ' '
          + level
          + ' '
          + logger
          + ' '
          + message
          + (error.isEmpty() ? "" : ": " + error)
          + '\n'
          + stack;
    }
    return "{\"time\":\"" + time + "\",\"level\":\"" + level + '"' + field("logger", logger)
        + field("message", message)
        + (error.isEmpty() ? "" : field("error", error))
        + (stack.isEmpty() ? "" : field("stack", stack)) + "}\n";
  }

  /** Errors in the program need a stack trace to be found; an unavailable dependency is reported in one line. */
  private boolean showsStack(LogRecord record) {
    return isDebug || record.getLevel().intValue() >= Level.SEVERE.intValue();
  }

  private static String describe(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    @Nullable Throwable next = thrown;
    for (int i = 0; next != null && i < MAX_CAUSES; i++) {
      text.append(i == 0 ? "" : ", caused by ").append(next.getClass().getName());
      if (next.getMessage() != null) {
        text.append(": ").append(next.getMessage());
      }
      next = next.getCause();
    }
    return text.toString();
  }

  private static String stack(Throwable thrown) {
    StringBuilder text = new StringBuilder();
    @Nullable Throwable next = thrown;
    for (int i = 0; next != null && i < MAX_CAUSES; i++) {
      text.append(i == 0 ? "" : "\tcaused by " + next.getClass().getName() + '\n');
      for (StackTraceElement element : next.getStackTrace()) {
        text.append("\tat ").append(element).append('\n');
      }
      next = next.getCause();
    }
    return text.toString();
  }

  private static String clean(String text) {
    // Redacted first: a secret that truncation cuts in two would no longer look like one.
    String hidden = CONTROL.matcher(SecretRedactor.redact(text)).replaceAll(" ");
    return hidden.length() <= MAX_LENGTH ? hidden : hidden.substring(0, MAX_LENGTH) + "...";
  }

  private static String field(String name, String value) {
    return ",\"" + name + "\":\"" + new String(JsonStringEncoder.getInstance().quoteAsString(value))
        + '"';
  }
}
