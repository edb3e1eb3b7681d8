// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.origin.Origin;
import io.weir.origin.Origin.Addition;
import io.weir.origin.Origin.OriginMemory;
import io.weir.origin.Origin.OriginSpaceUsage;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.PublishOutcome;
import io.weir.origin.Origin.Query;
import io.weir.origin.Origin.Receipt;
import io.weir.origin.Origin.Restoration;
import io.weir.origin.Origin.UsageReport;
import io.weir.origin.OriginUnavailable;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of the scripts, and of the data they store in Redis. */
@Tag("integration")
class RedisScriptTest {
  private static final long LIFE = 60_000;
  private static final CellKey CELL =
      new CellKey(new SubjectKey("acme", "login", "alice", 60_000), 28_000_000);

  private static RedisServer server;

  private final String prefix = TestPrefixes.unused();
  private final String key = new RedisKeys(prefix).cell(CELL);
  private RedisOrigin origin;
  private RedisConsole console;

  @BeforeAll
  static void start() {
    server = RequiredServers.ownRedis();
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

  private Receipt publish(String field, long count, long timeToLive) {
    return Eventually.await(
            origin.publish(List.of(new Publication(CELL, field, count, timeToLive))))
        .get(0);
  }

  private long millisLeft() {
    return Long.parseLong(console.text("PTTL", key));
  }

  @Test
  void scriptsMissingFromRedisAreLoadedWithinTheCall() {
    publish("one", 1, LIFE);
    console.call("SCRIPT", "FLUSH");
    assertThat(publish("one", 2, LIFE).before()).isEqualTo(1);
    console.call("SCRIPT", "FLUSH");
    assertThat(Eventually.await(origin.heartbeat(Origin.OriginHeartbeat.of("one", LIFE)))
            .processes())
        .isEqualTo(1);
    console.call("SCRIPT", "FLUSH");
    List<Publication> many = IntStream.range(0, 200)
        .mapToObj(i -> new Publication(CELL, "writer-" + i, 1, LIFE))
        .toList();
    assertThat(Eventually.await(origin.publish(many))).hasSize(200);
  }

  @Test
  void aFieldWithoutACountIsSkippedAndReportedWithItsKey() {
    List<String> found = new CopyOnWriteArrayList<>();
    origin.onFault((cell, isReadable, what) -> found.add(isReadable + " " + what));
    publish("one", 1, LIFE);
    console.call("HSET", key, "stranger", "many", "negative", "-5", "huge", "4611686018427387903");
    console.call("HSET", key, "endless", "9".repeat(400), "empty", "", "fraction", "1.5");

    assertThat(Eventually.await(origin.read(List.of(new Query(CELL, "two"))))).containsExactly(1L);
    assertThat(found).singleElement().asString().startsWith("true ").contains(key);
    found.clear();
    Receipt receipt = publish("two", 5, LIFE);
    assertThat(receipt.siblings()).isEqualTo(1);
    assertThat(receipt.outcome()).isEqualTo(PublishOutcome.STORED);
    assertThat(found).singleElement().asString().startsWith("true ").contains(key);
    assertThat(found.get(0).length()).isLessThan(400);
  }

  @Test
  void aWritersOwnFieldWithoutACountIsReplaced() {
    publish("one", 1, LIFE);
    console.call("HSET", key, "one", "many");

    assertThat(publish("one", 2, LIFE).before()).isZero();
    assertThat(console.text("HGET", key, "one")).isEqualTo("2");
  }

  @Test
  void aKeyOfAnotherTypeFailsNeitherItsBatchNorTheConnection() {
    List<String> found = new CopyOnWriteArrayList<>();
    origin.onFault((cell, isReadable, what) -> found.add(isReadable + " " + what));
    CellKey other = new CellKey(CELL.subject(), CELL.sequence() + 1);
    Publication healthy = new Publication(other, "one", 3, LIFE);
    console.call("SET", key, "text");

    assertThat(Eventually.await(
            origin.publish(List.of(new Publication(CELL, "one", 2, LIFE), healthy))))
        .extracting(Receipt::outcome)
        .containsExactly(PublishOutcome.UNREADABLE, PublishOutcome.STORED);
    assertThat(
            Eventually.await(origin.read(List.of(new Query(CELL, "two"), new Query(other, "two")))))
        .containsExactly(Origin.UNREADABLE, 3L);
    Eventually.await(origin.restore(
        List.of(new Restoration(CELL, "one", 9, LIFE), new Restoration(other, "two", 9, LIFE))));
    assertThat(Eventually.await(origin.read(List.of(new Query(other, "two"))))).containsExactly(9L);
    assertThat(found).hasSize(2).allMatch(what -> what.startsWith("false ") && what.contains(key));
    assertThat(console.text("GET", key)).isEqualTo("text");
  }

  @Test
  void aCallThatRedisRejectsFails() {
    console.call(
        "ACL", "SETUSER", "narrow", "on", ">secret", "~" + prefix + ":*", "+@all", "-hset");
    String uri = server.uri().replace("redis://", "redis://narrow:secret@");
    try (RedisOrigin narrow = RedisOrigin.open(uri, prefix)) {
      assertThat(Eventually.failure(narrow.publish(List.of(new Publication(CELL, "one", 2, LIFE)))))
          .isInstanceOf(OriginUnavailable.class)
          .hasMessageStartingWith("Redis: ");
    }
  }

  @Test
  void sumsBeyondWhatALuaNumberHoldsAreExact() {
    long large = CellKey.MAX_COUNT;
    publish("one", large, LIFE);
    assertThat(publish("one", large - 1, LIFE).before()).isEqualTo(large);
    publish("two", large - 2, LIFE);
    publish("three", 999_999_999_999L, LIFE);

    assertThat(publish("four", 1, LIFE).siblings()).isEqualTo(2 * large - 2 + 999_999_999_999L);
    assertThat(console.text("HGET", key, "one")).isEqualTo(Long.toString(large));
  }

  @Test
  void aCellsExpiryUsesTheServersClockFromTheFirstWrite() {
    publish("one", 1, LIFE);

    assertThat(millisLeft()).isBetween(LIFE - 20_000, LIFE);
  }

  @Test
  void aLaterWriteNeverShortensACellsTimeToLive() {
    publish("one", 1, LIFE);
    publish("one", 2, 1_000);
    publish("two", 1, 1);

    assertThat(millisLeft()).isBetween(LIFE - 20_000, LIFE);
  }

  private OriginSpaceUsage account(List<Addition> additions, String... workspaces) {
    return Eventually.await(origin.reportUsage(new UsageReport(additions, List.of(workspaces))));
  }

  @Test
  void expiredCellsLeaveTheAccountAndTheAccountExpiresToo() {
    List<String> keys = new RedisKeys(prefix).usage();
    OriginMemory some = new OriginMemory(3, 700);
    OriginMemory more = new OriginMemory(2, 500);
    account(List.of(new Addition("a:b", LIFE, some), new Addition("a", 40 * LIFE, more)), "a");
    OriginSpaceUsage both = account(List.of(), "a:b", "a", "b");
    assertThat(both.workspaces()).containsExactly(some, more, OriginMemory.NONE);
    assertThat(both.total()).isEqualTo(some.plus(more));
    assertThat(keys)
        .allSatisfy(each ->
            assertThat(Long.parseLong(console.text("PTTL", each))).isBetween(40 * LIFE, 60 * LIFE));

    console.call("ZADD", keys.get(2), "1", first(keys.get(2)));

    OriginSpaceUsage rest = account(List.of(), "a:b", "a");
    assertThat(rest.workspaces()).containsExactly(OriginMemory.NONE, more);
    assertThat(rest.total()).isEqualTo(more);
    assertThat(console.text("HLEN", keys.get(0))).isEqualTo("4");
    assertThat(console.text("HLEN", keys.get(1))).isEqualTo("2");
  }

  private String first(String sortedSet) {
    return console.text("ZRANGE", sortedSet, "0", "0").replaceAll("[\\[\\]]", "");
  }

  @Test
  void theCeilingDependsOnRedisMemoryAndOtherData() {
    console.call("CONFIG", "SET", "maxmemory", "0");
    assertThat(account(List.of()).ceilingBytes()).isEqualTo(OriginSpaceUsage.UNKNOWN_CEILING);
    long used = Long.parseLong(console.info("memory", "used_memory"));
    console.call("CONFIG", "SET", "maxmemory", Long.toString(100 * used));
    long ample = account(List.of()).ceilingBytes();
    console.call("CONFIG", "SET", "maxmemory", Long.toString(2 * used));
    long scarce = account(List.of()).ceilingBytes();
    console.call("CONFIG", "SET", "maxmemory", "0");

    assertThat(ample).isBetween(70 * used, 75 * used);
    assertThat(scarce).isBetween(used / 4, used * 3 / 4);
  }

  @Test
  void heartbeatsReadsAndTheAccountContinueWhenRedisIsFull() {
    publish("one", 7, LIFE);
    console.call("CONFIG", "SET", "maxmemory", "100000"); // less than an empty server uses
    try {
      assertThat(Eventually.await(origin.heartbeat(Origin.OriginHeartbeat.of("one", LIFE)))
              .processes())
          .isEqualTo(1);
      assertThat(account(List.of(new Addition("a", LIFE, new OriginMemory(1, 10))), "a")
              .workspaces())
          .containsExactly(new OriginMemory(1, 10));
      assertThat(publish("one", 8, LIFE).outcome()).isEqualTo(PublishOutcome.STORED);
      assertThat(Eventually.await(origin.read(List.of(new Query(CELL, "two")))))
          .containsExactly(8L);
      CellKey next = new CellKey(CELL.subject(), CELL.sequence() + 1);
      Publication created = new Publication(next, "one", 1, LIFE);
      assertThat(Eventually.await(origin.publish(List.of(created))).get(0).outcome())
          .isEqualTo(PublishOutcome.NO_ROOM);
      Eventually.await(origin.restore(List.of(new Restoration(next, "one", 9, LIFE))));
    } finally {
      console.call("CONFIG", "SET", "maxmemory", "0");
    }
  }

  @Test
  void aFullRedisAcceptsOnlyFieldsWithReservedMemory() {
    publish("one", 7, LIFE);
    console.call("CONFIG", "SET", "maxmemory", "100000"); // less than an empty server uses
    try {
      List<Receipt> receipts = Eventually.await(origin.publish(List.of(
          new Publication(CELL, "two", 1, LIFE, true, 2),
          new Publication(CELL, "three", 1, LIFE, true, 2),
          new Publication(CELL, "one", 8, LIFE, true, 2))));

      assertThat(receipts)
          .extracting(Receipt::outcome, Receipt::siblings)
          .containsExactly(
              tuple(PublishOutcome.STORED, 7L),
              tuple(PublishOutcome.NO_ROOM, 8L),
              tuple(PublishOutcome.STORED, 1L));
      assertThat(console.text("HLEN", key)).isEqualTo("2");
    } finally {
      console.call("CONFIG", "SET", "maxmemory", "0");
    }
  }

  @Test
  void theBytesOfFieldsAreAboutRight() {
    console.call("FLUSHALL");
    List<CellKey> cells = IntStream.range(0, 200)
        .mapToObj(i -> new CellKey(CELL.subject(), CELL.sequence() + i))
        .toList();
    cells.forEach(
        cell -> Eventually.await(origin.publish(List.of(new Publication(cell, "first", 1, LIFE)))));
    long before = Long.parseLong(console.info("memory", "used_memory"));
    long accounted = 0;
    for (int i = 0; i < 100; i++) {
      String field = "1x7j2n5q8z0a41x7j2n5q8z0a4." + Integer.toString(1_000_000 + i, 36);
      for (Receipt receipt : Eventually.await(origin.publish(
          cells.stream().map(cell -> new Publication(cell, field, 5, LIFE)).toList()))) {
        accounted += receipt.added().bytes();
      }
    }
    long measured = Long.parseLong(console.info("memory", "used_memory")) - before;

    assertThat(accounted).isBetween(measured * 3 / 4, measured * 3 / 2);
  }

  /** Compares the accounted size of a cell with what it really uses. */
  @Test
  void theBytesOfACellAreAboutRight() {
    console.call("FLUSHALL");
    long before = Long.parseLong(console.info("memory", "used_memory"));
    OriginMemory accounted = OriginMemory.NONE;
    for (int batch = 0; batch < 20; batch++) {
      List<Publication> cells = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        SubjectKey subject = new SubjectKey("acme", "login", "user-" + batch + "-" + i, 60_000);
        cells.add(new Publication(new CellKey(subject, 28_000_000), "incarnation.1", 5, LIFE));
      }
      for (Receipt receipt : Eventually.await(origin.publish(cells))) {
        accounted = accounted.plus(receipt.added());
      }
    }
    long measured = Long.parseLong(console.info("memory", "used_memory")) - before;

    assertThat(accounted.cells()).isEqualTo(10_000);
    assertThat(accounted.bytes()).isBetween(measured * 3 / 4, measured * 3 / 2);
  }

  @Test
  void processesAndIdentityExpire() {
    Eventually.await(origin.heartbeat(Origin.OriginHeartbeat.of("one", LIFE)));
    RedisKeys keys = new RedisKeys(prefix);

    assertThat(Long.parseLong(console.text("PTTL", keys.processes()))).isBetween(1L, LIFE);
    assertThat(Long.parseLong(console.text("PTTL", keys.heartbeats()))).isBetween(1L, LIFE);
    assertThat(Long.parseLong(console.text("PTTL", keys.identity())))
        .isGreaterThan(60L * 24 * 60 * 60 * 1_000);
  }

  /** All of these commands exist, with the options used, in Redis 7.0, from which Valkey was forked. */
  @Test
  void scriptsUseOldCommandsOnly() {
    Set<String> used = new TreeSet<>();
    for (RedisScript redisScript : List.of(
        RedisScript.PUBLISH, RedisScript.RESTORE, RedisScript.HEARTBEAT, RedisScript.ACCOUNT)) {
      Matcher call = Pattern.compile("redis\\.p?call\\('(\\w+)'").matcher(redisScript.text());
      while (call.find()) {
        used.add(call.group(1));
      }
    }

    assertThat(used)
        .containsExactly(
            "HDEL",
            "HGET",
            "HGETALL",
            "HINCRBY",
            "HKEYS",
            "HLEN",
            "HMGET",
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
