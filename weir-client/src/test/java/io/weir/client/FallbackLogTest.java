// SPDX-License-Identifier: Apache-2.0
package io.weir.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.client.rig.ManualTimer;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FallbackLogTest {
  private static final Logger LOGGER = Logger.getLogger("io.weir.client");

  private final ManualTimer timer = new ManualTimer();
  private final FallbackLog log = new FallbackLog(timer);
  private final List<String> messages = new ArrayList<>();

  private final Handler listener = new Handler() {
    @Override
    public void publish(LogRecord entry) {
      messages.add(entry.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  };

  @BeforeEach
  void listen() {
    LOGGER.addHandler(listener);
  }

  @AfterEach
  void stopListening() {
    LOGGER.removeHandler(listener);
  }

  @Test
  void fallbackAnswersAreLoggedOnceAMinute() {
    log.record("first");
    log.record("second");
    timer.advanceMillis(59_999);
    log.record("third");
    assertThat(messages).singleElement().asString().contains("checks=1").contains("first");

    timer.advanceMillis(1);
    log.record("fourth");
    assertThat(messages).hasSize(2);
    assertThat(messages.get(1)).contains("checks=3").contains("fourth");
  }
}
