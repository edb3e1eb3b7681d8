// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.config.ServerConfig.Timeouts;
import io.weir.server.directory.LimitOverride;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.EventLoopMonitor;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestApiServer;
import io.weir.server.rig.TestJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class ConnectionAttackTest {
  private static final int MAX_BODY = 10_485_760;

  /** Larger than the default, because no setting may make a server vulnerable. */
  private static final TestApiServer RIG = new TestApiServer(
      new ServerLimits(MAX_BODY, 16_384, 100, 100, new Timeouts(60_000, 75_000, 1_000), 0), "");

  private static final RawHttpClient HOSTILE =
      new RawHttpClient(RIG.port(), TestApiServer.HOSTILE_KEY);

  private static EventLoopMonitor watch;

  @BeforeAll
  static void begin() {
    RIG.letHostileIn();
    watch = RIG.watchLoops();
  }

  @AfterAll
  static void close() {
    RIG.close();
  }

  /** Different names, all with the same {@link String#hashCode}. */
  private static List<String> colliding(int count) {
    List<String> names = new ArrayList<>(List.of(""));
    while (names.size() < count) {
      names =
          names.stream().flatMap(each -> Stream.of(each + "Aa", each + "BB")).toList();
    }
    return names.subList(0, count);
  }

  private static String fields(List<String> names) {
    return String.join(",", names.stream().map(each -> "\"" + each + "\":1").toList());
  }

  /** Names of twelve letters that differ in the last eight: they collide in tables that hash four bytes at a time. */
  private static List<String> similar(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(String.format(Locale.ROOT, "name%08x", i * 0x10000));
    }
    return names;
  }

  static Stream<String> bodies() {
    String sound = RawHttpClient.check("attack", "user", 1_000_000);
    return Stream.of(
        "{" + fields(colliding(200_000)) + "}",
        "{\"x\":{" + fields(colliding(200_000)) + "}}",
        "{\"x\":{" + fields(colliding(1_900)) + "}}",
        "{\"x\":{" + fields(similar(2_000)) + "}}",
        "[" + "{},".repeat(1_000_000) + "{}]",
        "[" + (sound + ",").repeat(20_000) + sound + "]",
        "{\"namespace\":\"" + "x".repeat(8_000_000) + "\"}",
        "{\"namespace\":\"" + "\\u0041".repeat(1_000_000) + "\"}",
        "{\"namespace\":\"" + "\\ud83d\\ude80".repeat(5_000) + "\"}",
        "{\"" + "x".repeat(8_000_000) + "\":1}",
        "{\"limit\":" + "9".repeat(8_000_000) + "}",
        "{\"limit\":1" + "0".repeat(990) + "}",
        "{" + ("\"limit\":0." + "9".repeat(980) + "e-300,").repeat(60) + "\"limit\":1}",
        "{" + ("\"limit\":0." + "9".repeat(980) + "e-300,").repeat(4_000) + "\"limit\":1}",
        "[".repeat(5_000_000),
        "{\"a\":".repeat(1_000_000),
        " ".repeat(MAX_BODY - 200) + sound,
        sound + " ".repeat(MAX_BODY - 200),
        " ".repeat(60_000) + sound);
  }

  @ParameterizedTest
  @MethodSource("bodies")
  void anExpensiveBodyDoesNotBlockTheEventLoop(String body) {
    watch.assertNotBlockedBy(() -> {
      for (String operation : new String[] {"limit", "multiLimit"}) {
        ApiReply known = HOSTILE.ask(operation, body);
        assertThat(known.status()).isIn(200, 400);
        assertThat(RIG.wire().with("nobody").ask(operation, body).status()).isEqualTo(401);
        assertThat(RIG.wire().limit("honest", "user", 1_000_000).passed()).isTrue();
      }
      RIG.awaitQuiet();
    });
  }

  /**
   * A star before each of 255 letters of an alphabet of two: such patterns differ early, and matching gets nearly to
   * their ends.
   */
  private static String pattern(SplittableRandom random) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < 255; i++) {
      out.append('*').append(random.nextBoolean() ? 'a' : 'b');
    }
    return out.append('*').toString();
  }

  private static String identifier(SplittableRandom random) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < 512; i++) {
      out.append(random.nextBoolean() ? 'a' : 'b');
    }
    return out.toString();
  }

  @Test
  void starPatternsAndLongBatchesDoNotBlockTheEventLoop() {
    SplittableRandom random = new SplittableRandom(17);
    HOSTILE.limit("stars", "user", 1);
    String namespaceId = RIG.namespaceId(TestApiServer.HOSTILE_WORKSPACE, "stars");
    List<LimitOverride> overrides = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      overrides.add(new LimitOverride(
          "rlor_" + i, namespaceId, pattern(random), 1_000_000, 60_000, false, 1_000 + i));
    }
    RIG.directory.loadOverrides(overrides, false);

    for (int i = 0; i < 10; i++) {
      List<String> checks = new ArrayList<>();
      for (int j = 0; j < 100; j++) {
        checks.add(RawHttpClient.check("stars", identifier(random), 1));
      }
      watch.assertNotBlockedBy(() -> {
        assertThat(HOSTILE.ask("multiLimit", TestJson.array(checks)).limits()).hasSize(100);
        RIG.awaitQuiet();
      });
      ApiReply honest = RIG.wire().limit("honest by patterns", "user", 100);
      assertThat(honest.number("remaining")).isEqualTo(99 - i);
    }
  }

  @Test
  void theLargestBatchIsWithinTheBodyLimit() {
    List<String> checks = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      String identifier = "\\ud83d\\ude80".repeat(510) + String.format(Locale.ROOT, "%02d", i);
      checks.add(TestJson.object(
          new TestJson.Raw(escaped("namespace")),
          new TestJson.Raw("\"" + "\\ud83d\\ude80".repeat(512) + "\""),
          new TestJson.Raw(escaped("identifier")),
          new TestJson.Raw("\"" + identifier + "\""),
          new TestJson.Raw(escaped("limit")),
          Long.MAX_VALUE,
          new TestJson.Raw(escaped("duration")),
          2_592_000_000L,
          new TestJson.Raw(escaped("cost")),
          Long.MAX_VALUE));
    }
    String body = TestJson.array(checks);

    assertThat(body.length()).isBetween(1_200_000, ServerLimits.DEFAULT.maxBodyBytes());
    assertThat(HOSTILE.ask("multiLimit", body).data()).containsEntry("passed", true);
    watch.assertNotBlockedBy(() -> {
      assertThat(HOSTILE.ask("multiLimit", body).limits()).hasSize(100);
      RIG.awaitQuiet();
    });
  }

  private static String escaped(String name) {
    StringBuilder out = new StringBuilder("\"");
    name.chars().forEach(each -> out.append(String.format(Locale.ROOT, "\\u%04x", each)));
    return out.append('"').toString();
  }
}
