// SPDX-License-Identifier: Apache-2.0
package io.weir.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ShedLogTest {
  private static final Logger LOGGER = Logger.getLogger(ShedLog.class.getName());

  private final List<String> lines = new ArrayList<>();
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger passedOn = new AtomicInteger();
  private final ShedLog log = new ShedLog(
      new TrafficObserver() {
        @Override
        public void onShed(ShedReason reason) {
          passedOn.incrementAndGet();
        }
      },
      nanos::get);

  private final Handler handler = new Handler() {
    @Override
    public void publish(LogRecord line) {
      lines.add(line.getLevel() + " " + new SimpleFormatter().formatMessage(line));
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  };

  @BeforeEach
  void listen() {
    LOGGER.addHandler(handler);
  }

  @AfterEach
  void leave() {
    LOGGER.removeHandler(handler);
  }

  private void shed(int count, String... heaviest) {
    log.nameWith(() -> List.of(heaviest));
    for (int i = 0; i < count; i++) {
      log.onShed(TrafficObserver.ShedReason.IN_FLIGHT);
    }
  }

  private void look(long afterSeconds) {
    nanos.addAndGet(afterSeconds * 1_000_000_000L);
    log.check();
  }

  @Test
  void logsTheBeginningAndTheEnd() {
    look(1);
    shed(3, "workspace ws_one uses the most: 5 requests");
    look(1);
    shed(4);
    look(20);
    look(29);
    assertThat(lines)
        .containsExactly(
            "WARNING The server is rejecting requests or connections because of overload; workspace ws_one uses the most: 5 requests");

    look(1);
    look(100);

    assertThat(lines)
        .hasSize(2)
        .last()
        .isEqualTo("INFO The overload is over; 7 requests and connections were rejected");
    assertThat(passedOn).hasValue(7);
  }

  @Test
  void logsEachEpisodeSeparately() {
    shed(1);
    look(1);
    look(30);
    shed(2);
    look(1);
    look(30);

    assertThat(lines).hasSize(4);
    assertThat(lines.get(2)).endsWith("no single workspace uses much");
    assertThat(lines.get(3)).contains("; 2 requests");
  }
}
