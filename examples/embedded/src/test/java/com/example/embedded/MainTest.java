// SPDX-License-Identifier: Apache-2.0
package com.example.embedded;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.weir.api.Ratelimit;
import io.weir.embedded.EmbeddedRatelimit;
import io.weir.engine.Engine;
import io.weir.time.ManualClock;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows how to test limits: with a clock that the test controls. */
class MainTest {
  private static final PrintStream CONSOLE = System.out;

  private final ManualClock clock = new ManualClock(0);

  @Test
  void theFourthMailInAMinuteIsRefused() {
    try (Engine engine = Engine.builder().clock(clock).build();
        Ratelimit mails = EmbeddedRatelimit.builder()
            .namespace("mail")
            .limit(3, "1m")
            .engine(engine)
            .build()) {
      assertEquals("sent, 2 left", Main.send(mails, "alice"));
      assertEquals("sent, 1 left", Main.send(mails, "alice"));
      assertEquals("sent, 0 left", Main.send(mails, "alice"));
      assertEquals("refused, try again in 60001 ms", Main.send(mails, "alice"));
      assertEquals("sent, 2 left", Main.send(mails, "bob"));

      clock.advanceMillis(60_001);

      assertEquals("sent, 0 left", Main.send(mails, "alice"));
    }
  }

  @Test
  void printsTheResultOfEachMail() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Main.main(new String[0]);
    } finally {
      System.setOut(CONSOLE);
    }

    List<String> lines = printed.toString(StandardCharsets.UTF_8).lines().toList();
    assertEquals(5, lines.size());
    assertEquals("mail 1 to alice: sent, 2 left", lines.get(0));
  }
}
