// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.origin.Origin;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.origin.Origin.Receipt;
import io.weir.origin.OriginUnavailable;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The scripts, and what they leave in Redis. */
class ScriptsTest {
  private static final long LIFE = 60_000;
  private static final CellKey CELL =
      new CellKey(new SubjectKey("acme", "login", "alice", 60_000), 28_000_000);

  private static RedisServer server;

  private final String prefix = Prefixes.unused();
  private final String key = new RedisKeys(prefix).cell(CELL);
  private RedisOrigin origin;
  private RedisConsole console;

  @BeforeAll
  static void start() {
    server = Needs.ownRedis();
  }

  @AfterAll
  static void stop() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void open() {
    origin = RedisOrigin.open(server.uri(), prefix);
    console = server.console();
  }

  @AfterEach
  void close() {
    origin.close();
    console.close();
  }

  private Receipt publish(String field, long count, long life) {
    return Eventually.answer(origin.publish(List.of(new Publication(CELL, field, count, life))))
        .get(0);
  }

  private long millisLeft() {
    return Long.parseLong(console.text("PTTL", key));
  }

  @Test
  void scriptsThatRedisForgotAreBroughtAgainWithinTheCall() {
    publish("one", 1, LIFE);
    console.call("SCRIPT", "FLUSH");
    assertThat(publish("one", 2, LIFE).before()).isEqualTo(1);
    console.call("SCRIPT", "FLUSH");
    assertThat(Eventually.answer(origin.beat(Origin.Heartbeat.of("one", LIFE))).processes())
        .isEqualTo(1);
    console.call("SCRIPT", "FLUSH");
    List<Publication> many = IntStream.range(0, 200)
        .mapToObj(i -> new Publication(CELL, "writer-" + i, 1, LIFE))
        .toList();
    assertThat(Eventually.answer(origin.publish(many))).hasSize(200);
  }

  @Test
  void aCountThatIsNoNumberFailsTheCallAndNotTheConnection() {
    publish("one", 1, LIFE);
    console.call("HSET", key, "stranger", "many");

    assertThat(Eventually.failure(origin.read(List.of(new Query(CELL, "one")))))
        .isInstanceOf(OriginUnavailable.class)
        .hasMessageContaining("a count in Redis is not a whole number");
    assertThat(Eventually.failure(origin.publish(List.of(new Publication(CELL, "one", 2, LIFE)))))
        .isInstanceOf(OriginUnavailable.class)
        .hasMessageStartingWith("Redis: ");
    assertThat(
            Eventually.failure(origin.publish(List.of(new Publication(CELL, "stranger", 2, LIFE)))))
        .isInstanceOf(OriginUnavailable.class)
        .hasMessageContaining("a count in Redis is not a whole number");

    console.call("HDEL", key, "stranger");
    assertThat(publish("two", 5, LIFE)).isEqualTo(new Receipt(1, 0));
  }

  @Test
  void aKeyOfAnotherTypeFailsTheCallWithTheWordsOfRedis() {
    console.call("SET", key, "text");

    assertThat(Eventually.failure(origin.read(List.of(new Query(CELL, "one")))))
        .isInstanceOf(OriginUnavailable.class)
        .hasMessageContaining("WRONGTYPE");
  }

  @Test
  void countsBeyondWhatALuaNumberHoldsAreExact() {
    long large = (1L << 53) + 1;
    publish("one", large, LIFE);
    assertThat(publish("one", large + 1, LIFE).before()).isEqualTo(large);
    assertThat(publish("one", large, LIFE).before()).isEqualTo(large + 1);
    publish("two", large + 2, LIFE);
    publish("three", 999_999_999_999L, LIFE);

    assertThat(publish("four", 1, LIFE).siblings()).isEqualTo(2 * large + 3 + 999_999_999_999L);
    assertThat(console.text("HGET", key, "one")).isEqualTo(Long.toString(large + 1));
  }

  @Test
  void sumsBeyondTheLargestLongStayTheLargest() {
    publish("one", Long.MAX_VALUE, LIFE);
    publish("two", Long.MAX_VALUE, LIFE);

    assertThat(publish("three", 1, LIFE).siblings()).isEqualTo(Long.MAX_VALUE);
    assertThat(Eventually.answer(origin.read(List.of(new Query(CELL, "three")))))
        .containsExactly(Long.MAX_VALUE);
  }

  @Test
  void aCellExpiresFromItsFirstWriteOnRelativeToTheServersClock() {
    publish("one", 1, LIFE);

    assertThat(millisLeft()).isBetween(LIFE - 20_000, LIFE);
  }

  @Test
  void aLaterWriteNeverShortensACellsLife() {
    publish("one", 1, LIFE);
    publish("one", 2, 1_000);
    publish("two", 1, 1);

    assertThat(millisLeft()).isBetween(LIFE - 20_000, LIFE);
  }

  @Test
  void theProcessesAndTheIdentityDoNotStayForEver() {
    Eventually.answer(origin.beat(Origin.Heartbeat.of("one", LIFE)));
    RedisKeys keys = new RedisKeys(prefix);

    assertThat(Long.parseLong(console.text("PTTL", keys.processes()))).isBetween(1L, LIFE);
    assertThat(Long.parseLong(console.text("PTTL", keys.heartbeats()))).isBetween(1L, LIFE);
    assertThat(Long.parseLong(console.text("PTTL", keys.identity())))
        .isGreaterThan(60L * 24 * 60 * 60 * 1_000);
  }

  /** All of these are in Redis 7.0, from which Valkey stems, with the options used. */
  @Test
  void scriptsUseOldCommandsOnly() {
    Set<String> used = new TreeSet<>();
    for (Script script : List.of(Script.PUBLISH, Script.RESTORE, Script.BEAT)) {
      Matcher call = Pattern.compile("redis\\.p?call\\('(\\w+)'").matcher(script.text());
      while (call.find()) {
        used.add(call.group(1));
      }
    }

    assertThat(used)
        .containsExactly(
            "HDEL",
            "HGET",
            "HGETALL",
            "HKEYS",
            "HLEN",
            "HSET",
            "HSETNX",
            "HVALS",
            "INFO",
            "PEXPIRE",
            "TIME",
            "ZADD",
            "ZCARD",
            "ZRANGEBYSCORE",
            "ZREM");
  }
}
