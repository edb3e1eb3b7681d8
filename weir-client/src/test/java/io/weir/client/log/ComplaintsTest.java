// SPDX-License-Identifier: Apache-2.0
package io.weir.client.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.client.rig.ManualTimer;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The log")
final class ComplaintsTest {
  private static final Logger LOGGER = Logger.getLogger("io.weir.client");

  private final ManualTimer timer = new ManualTimer();
  private final Complaints complaints = new Complaints(timer);
  private final List<String> told = new ArrayList<>();

  private final Handler listener = new Handler() {
    @Override
    public void publish(LogRecord entry) {
      told.add(entry.getMessage());
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
  void leave() {
    LOGGER.removeHandler(listener);
  }

  @Test
  @DisplayName(
      "is told of the fallback's answers at once, and then once a minute, with their number")
  void onceAMinute() {
    complaints.add("first");
    complaints.add("second");
    timer.advanceMillis(59_999);
    complaints.add("third");
    assertThat(told).singleElement().asString().contains("checks=1").contains("first");

    timer.advanceMillis(1);
    complaints.add("fourth");
    assertThat(told).hasSize(2);
    assertThat(told.get(1)).contains("checks=3").contains("fourth");
  }
}
