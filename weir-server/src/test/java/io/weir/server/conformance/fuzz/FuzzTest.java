// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.LoopWatch;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Reply;
import io.weir.time.NanoClock;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/*
 * Briefly in the build. For longer: -Dweir.fuzz.seconds=600, with another -Dweir.fuzz.seed. A failure prints the seed, the
 * number of the case, and what was sent; -Dweir.fuzz.seed and -Dweir.fuzz.first repeat it.
 */
@DisplayName("Whatever is sent")
final class FuzzTest {
  private static final long SEED = Long.getLong("weir.fuzz.seed", 20_261_116);
  private static final long FIRST = Long.getLong("weir.fuzz.first", 0);
  private static final long SECONDS = Long.getLong("weir.fuzz.seconds", 0);

  /** About five seconds on two cores. */
  private static final long CASES = 2_000;

  private static final int BATCH = 50;

  private static final ApiRig RIG =
      new ApiRig(new Bounds(4_000, 16_384, 1_000, 1_000, 10_000, 75_000, 1_000, 0), "");

  @AfterAll
  static void close() {
    RIG.close();
  }

  @Test
  @DisplayName(
      "is answered whole or not at all, never with a fault of ours, keeps no event loop from others, and service is right afterwards")
  void fuzz() {
    Map<Integer, Integer> statuses = new TreeMap<>();
    try (LoopWatch watch = RIG.watchLoops()) {
      fuzz(watch, statuses);
    }
    if (FIRST == 0) {
      assertThat(statuses)
          .as("it reaches all kinds of answers")
          .containsKeys(200, 400, 401, 404, 405, 413, 414, 431);
    }
  }

  private static void fuzz(LoopWatch watch, Map<Integer, Integer> statuses) {
    NanoClock clock = NanoClock.system();
    long begun = clock.nanoTime();
    for (long number = FIRST; isWanted(number - FIRST, clock.nanoTime() - begun); number++) {
      String sent = new Requests(new SplittableRandom(SEED + number)).next();
      try {
        watch.assertNotBlockedBy(() -> attack(sent, statuses));
        if (number % BATCH == 0) {
          assertServiceIsRight(number);
        }
      } catch (AssertionError e) {
        throw new AssertionError("seed " + SEED + ", case " + number + " sent:\n" + shown(sent), e);
      }
    }
    assertServiceIsRight(Long.MAX_VALUE);
  }

  private static boolean isWanted(long done, long nanos) {
    return SECONDS == 0 ? done < CASES : nanos < SECONDS * 1_000_000_000L;
  }

  private static void attack(String sent, Map<Integer, Integer> statuses) {
    try (Plug plug = new Plug(RIG.port())) {
      int half = sent.length() / 2;
      plug.send(sent.substring(0, half));
      plug.send(sent.substring(half));
      plug.finish();
      for (Reply reply = plug.tryRead(); reply != null; reply = plug.tryRead()) {
        statuses.merge(reply.status(), 1, Integer::sum);
        judge(reply);
      }
    }
  }

  private static void judge(Reply reply) {
    boolean isOfTheCodec =
        reply.status() == 501 && reply.text().isEmpty(); // a version of HTTP that there is not
    if (reply.status() < 200 || isOfTheCodec) {
      return;
    }
    reply.whole();
    assertThat(reply.status()).as(reply.text()).isLessThan(500);
    assertThat(reply.text())
        .doesNotContain("io.weir", "io.netty", "io.vertx", "java.", "\\tat ", ".java:")
        .doesNotContainIgnoringCase("exception");
  }

  private static void assertServiceIsRight(long number) {
    String identifier = "after " + number;
    try (Plug plug = new Plug(RIG.port())) {
      for (long left = 1; left >= 0; left--) {
        plug.send(Plug.check("service", identifier, 2));
        assertThat(plug.read().whole().number("remaining")).isEqualTo(left);
      }
      plug.send(Plug.check("service", identifier, 2));
      assertThat(plug.read().whole().passed()).isFalse();
    }
    RIG.awaitQuiet();
    ApiRig.await("all connections are gone", () -> RIG.front().connections() == 0);
  }

  private static String shown(String sent) {
    StringBuilder out = new StringBuilder();
    sent.chars().limit(4_000).forEach(each -> {
      boolean isPlain = (each >= ' ' && each < 127) || each == '\n';
      out.append(
          isPlain ? String.valueOf((char) each) : String.format(Locale.ROOT, "\\x%02x", each));
    });
    return out.toString();
  }
}
