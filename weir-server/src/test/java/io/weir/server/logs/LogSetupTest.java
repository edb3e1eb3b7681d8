// SPDX-License-Identifier: Apache-2.0
package io.weir.server.logs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogSetupTest {
  private static final Instant THEN = Instant.parse("2026-01-02T03:04:05.006Z");
  private static final Logger ROOT = Logger.getLogger("");

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private Handler[] before = {};
  private Level levelBefore = Level.INFO;

  @BeforeEach
  void remember() {
    before = ROOT.getHandlers();
    levelBefore = ROOT.getLevel();
  }

  @AfterEach
  void putBack() {
    for (Handler handler : ROOT.getHandlers()) {
      ROOT.removeHandler(handler);
    }
    for (Handler handler : before) {
      ROOT.addHandler(handler);
    }
    ROOT.setLevel(levelBefore);
  }

  private String text() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private List<String> lines() {
    return text().lines().toList();
  }

  private static LogRecord record(String logger, Level level, String message) {
    LogRecord record = new LogRecord(level, message);
    record.setLoggerName(logger);
    record.setInstant(THEN);
    return record;
  }

  private LogOutput output(LogFormat format, LogLevel level) {
    return new LogOutput(format, level, out);
  }

  @Test
  void textLinesHaveTimeLevelLoggerAndMessage() {
    LogRecord record = record("io.weir.server", Level.WARNING, "{0} is unavailable");
    record.setParameters(new Object[] {"origin"});

    output(LogFormat.TEXT, LogLevel.INFO).publish(record);

    assertThat(text())
        .isEqualTo("2026-01-02T03:04:05.006Z WARNING io.weir.server origin is unavailable\n");
  }

  @Test
  void jsonLinesAreOneObjectEach() {
    LogRecord record = record("io.weir.server", Level.SEVERE, "\"quoted\"\n\\ and \u0007 bell");
    IOException cause = new IOException("away");
    cause.setStackTrace(new StackTraceElement[] {new StackTraceElement("A", "b", "A.java", 1)});
    record.setThrown(cause);

    output(LogFormat.JSON, LogLevel.INFO).publish(record);

    assertThat(text())
        .isEqualTo(
            "{\"time\":\"2026-01-02T03:04:05.006Z\",\"level\":\"ERROR\",\"logger\":\"io.weir.server\","
                + "\"message\":\"\\\"quoted\\\" \\\\ and   bell\",\"error\":\"java.io.IOException: away\","
                + "\"stack\":\"\\tat A.b(A.java:1)\\n\"}\n");
  }

  @Test
  void messagesCannotForgeLines() {
    output(LogFormat.TEXT, LogLevel.INFO)
        .publish(record("io.weir", Level.INFO, "one\r\n2026 ERROR two\u2028three"));

    assertThat(lines()).hasSize(1);
  }

  @Test
  void stackTracesAppearOnlyForBugsAndDebug() {
    LogRecord record = record("io.weir", Level.WARNING, "no answer");
    record.setThrown(new IllegalStateException("outer", new IOException("inner")));

    output(LogFormat.TEXT, LogLevel.INFO).publish(record);

    assertThat(lines())
        .singleElement()
        .asString()
        .endsWith(
            "no answer: java.lang.IllegalStateException: outer, caused by java.io.IOException: inner");

    out.reset();
    output(LogFormat.TEXT, LogLevel.DEBUG).publish(record);
    assertThat(text())
        .contains("\tat " + LogSetupTest.class.getName())
        .contains("\tcaused by java.io");

    out.reset();
    record.setLevel(Level.SEVERE);
    output(LogFormat.TEXT, LogLevel.INFO).publish(record);
    assertThat(text()).contains("\tat " + LogSetupTest.class.getName());
  }

  @Test
  void secretsAreHiddenInMessagesAndExceptions() {
    LogRecord record = record("io.weir", Level.SEVERE, "redis://:Sesame1@host and {0}");
    record.setParameters(new Object[] {"Bearer Sesame2"});
    record.setThrown(new IOException("no", new IOException("key weir_Sesame30123456789")));

    output(LogFormat.TEXT, LogLevel.DEBUG).publish(record);
    output(LogFormat.JSON, LogLevel.DEBUG).publish(record);

    assertThat(text()).contains("***").doesNotContain("Sesame");
  }

  @Test
  void longMessagesAreCutAfterRedaction() {
    output(LogFormat.TEXT, LogLevel.INFO)
        .publish(record(
            "io.weir",
            Level.INFO,
            "x".repeat(8_180) + " weir_Sesame0123456789" + "y".repeat(9_999)));

    assertThat(text().length()).isLessThan(8_300);
    assertThat(text()).doesNotContain("Sesame");
  }

  @Test
  void anArgumentThatCannotBeShownDoesNotFail() {
    LogRecord record = record("io.weir", Level.INFO, "{0}");
    record.setParameters(new Object[] {
      new Object() {
        @Override
        public String toString() {
          throw new IllegalStateException("broken");
        }
      }
    });

    output(LogFormat.TEXT, LogLevel.INFO).publish(record);

    assertThat(lines()).hasSize(1);
  }

  @Test
  void aClosedStreamDoesNotFailTheCaller() {
    OutputStream closed = new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        throw new IOException("gone");
      }
    };

    new LogOutput(LogFormat.TEXT, LogLevel.INFO, closed)
        .publish(record("io.weir", Level.INFO, "x"));

    assertThat(text()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "com.zaxxer.hikari.pool.HikariPool",
        "io.lettuce.core",
        "io.netty.x",
        "io.vertx",
        "org.mariadb.jdbc"
      })
  void librariesLogFromWarningsOn(String logger) {
    LogOutput output = output(LogFormat.TEXT, LogLevel.DEBUG);

    output.publish(record(logger, Level.INFO, "chatter"));
    output.publish(record(logger, Level.WARNING, "trouble"));
    output.publish(record("io.vertxes", Level.INFO, "another"));

    assertThat(lines()).hasSize(2);
    assertThat(text()).contains("trouble", "another");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"com.zaxxer.hikari.pool.HikariPool", "io.lettuce.core", "org.mariadb.jdbc"})
  void storeClientsLogOnlyErrors(String logger) {
    LogOutput output = output(LogFormat.TEXT, LogLevel.INFO);

    output.publish(record(logger, Level.WARNING, "can't reconnect"));
    output.publish(record(logger, Level.SEVERE, "broken"));

    assertThat(lines()).singleElement().asString().contains("broken");
  }

  @Test
  void repeatedLibraryMessagesAreSuppressedForAMinute() {
    LogOutput output = output(LogFormat.TEXT, LogLevel.INFO);

    for (int second = 0; second <= 300; second += 30) {
      LogRecord record = record(
          "io.netty.channel", Level.WARNING, "can't reconnect to /127.0.0.1:" + (6379 + second));
      record.setInstant(THEN.plusSeconds(second));
      output.publish(record);
    }
    assertThat(lines()).hasSize(1);

    LogRecord later = record("io.netty.channel", Level.WARNING, "can't reconnect to /127.0.0.1:9");
    later.setInstant(THEN.plusSeconds(360));
    output.publish(later);
    output.publish(record("io.netty.channel", Level.WARNING, "something else"));
    assertThat(lines()).hasSize(3);
    assertThat(lines().get(1)).endsWith("(10 similar lines were suppressed)");
  }

  @Test
  void weirsOwnMessagesAreNeverSuppressed() {
    LogOutput output = output(LogFormat.TEXT, LogLevel.INFO);

    output.publish(record("io.weir.engine.Engine", Level.WARNING, "origin is unavailable"));
    output.publish(record("io.weir.engine.Engine", Level.WARNING, "origin is unavailable"));

    assertThat(lines()).hasSize(2);
  }

  @Test
  void everyLoggingApiIsCapturedOnce() {
    LogSetup.setUp(LogFormat.TEXT, LogLevel.WARNING, new ByteArrayOutputStream());
    LogSetup.setUp(LogFormat.TEXT, LogLevel.INFO, out);

    System.getLogger("io.weir.some")
        .log(System.Logger.Level.INFO, "{0} is available again", "ledger");
    System.getLogger("io.weir.some").log(System.Logger.Level.DEBUG, "detail");
    Logger.getLogger("io.weir.other").severe("broken");
    Logger.getLogger("io.netty.other").info("chatter");

    assertThat(lines()).hasSize(2);
    assertThat(lines().get(0)).endsWith("INFO io.weir.some ledger is available again");
    assertThat(lines().get(1)).endsWith("ERROR io.weir.other broken");
  }

  @Test
  void messagesDuringShutdownArrive() {
    LogSetup.setUp(LogFormat.TEXT, LogLevel.INFO, out);

    LogManager.getLogManager().reset();
    Logger.getLogger("io.weir.some").info("the last push is done");
    Logger.getLogger("io.netty.some").info("chatter");

    assertThat(lines()).singleElement().asString().endsWith("the last push is done");
  }
}
