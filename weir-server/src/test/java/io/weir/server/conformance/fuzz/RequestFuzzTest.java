// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.config.ServerConfig.Timeouts;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.EventLoopMonitor;
import io.weir.server.rig.RawSocket;
import io.weir.server.rig.TestApiServer;
import io.weir.time.NanoClock;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/*
 * Runs briefly in the build. For a longer run: -Dweir.fuzz.seconds=600, with another -Dweir.fuzz.seed. A failure
 * prints the seed, the number of the case, and what was sent; -Dweir.fuzz.seed and -Dweir.fuzz.first reproduce it.
 */
final class RequestFuzzTest {
  private static final long SEED = Long.getLong("weir.fuzz.seed", 20_261_116);
  private static final long FIRST = Long.getLong("weir.fuzz.first", 0);
  private static final long SECONDS = Long.getLong("weir.fuzz.seconds", 0);

  /** About five seconds on two cores. */
  private static final long CASES = 2_000;

  private static final int BATCH = 50;

  private static final TestApiServer RIG = new TestApiServer(
      new ServerLimits(4_000, 16_384, 1_000, 1_000, new Timeouts(10_000, 75_000, 1_000), 0), "");

  @AfterAll
  static void close() {
    RIG.close();
  }

  @Test
  void anyRequestIsAnsweredWhollyOrNotAtAll() {
    Map<Integer, Integer> statuses = new TreeMap<>();
    try (EventLoopMonitor watch = RIG.watchLoops()) {
      fuzz(watch, statuses);
    }
    if (FIRST == 0) {
      assertThat(statuses)
          .as("it reaches all kinds of answers")
          .containsKeys(200, 400, 401, 404, 405, 413, 414, 431);
    }
  }

  private static void fuzz(EventLoopMonitor watch, Map<Integer, Integer> statuses) {
    NanoClock clock = NanoClock.system();
    long started = clock.nanoTime();
    for (long number = FIRST; isWanted(number - FIRST, clock.nanoTime() - started); number++) {
      String sent = new FuzzedRequests(new SplittableRandom(SEED + number)).next();
      try {
        watch.assertNotBlockedBy(() -> attack(sent, statuses));
        if (number % BATCH == 0) {
          assertServerStillWorks(number);
        }
      } catch (AssertionError e) {
        throw new AssertionError("seed " + SEED + ", case " + number + " sent:\n" + shown(sent), e);
      }
    }
    assertServerStillWorks(Long.MAX_VALUE);
  }

  private static boolean isWanted(long done, long nanos) {
    return SECONDS == 0 ? done < CASES : nanos < SECONDS * 1_000_000_000L;
  }

  private static void attack(String sent, Map<Integer, Integer> statuses) {
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      int half = sent.length() / 2;
      rawSocket.send(sent.substring(0, half));
      rawSocket.send(sent.substring(half));
      rawSocket.finish();
      for (ApiReply apiReply = rawSocket.tryRead();
          apiReply != null;
          apiReply = rawSocket.tryRead()) {
        statuses.merge(apiReply.status(), 1, Integer::sum);
        validate(apiReply);
      }
    }
  }

  private static void validate(ApiReply apiReply) {
    boolean isOfTheCodec = apiReply.status() == 501
        && apiReply.text().isEmpty(); // an HTTP version that does not exist
    if (apiReply.status() < 200 || isOfTheCodec) {
      return;
    }
    apiReply.whole();
    assertThat(apiReply.status()).as(apiReply.text()).isLessThan(500);
    assertThat(apiReply.text())
        .doesNotContain("io.weir", "io.netty", "io.vertx", "java.", "\\tat ", ".java:")
        .doesNotContainIgnoringCase("exception");
  }

  private static void assertServerStillWorks(long number) {
    String identifier = "after " + number;
    try (RawSocket rawSocket = new RawSocket(RIG.port())) {
      for (long left = 1; left >= 0; left--) {
        rawSocket.send(RawSocket.check("service", identifier, 2));
        assertThat(rawSocket.read().whole().number("remaining")).isEqualTo(left);
      }
      rawSocket.send(RawSocket.check("service", identifier, 2));
      assertThat(rawSocket.read().whole().passed()).isFalse();
    }
    RIG.awaitQuiet();
    TestApiServer.await("all connections are gone", () -> RIG.front().connections() == 0);
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
