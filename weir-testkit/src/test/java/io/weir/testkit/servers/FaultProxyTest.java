// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.testkit.servers.local.BoundedWait;
import io.weir.time.NanoClock;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class FaultProxyTest {
  private static final Duration SHORT = Duration.ofMillis(200);
  private static final Duration LONG = Duration.ofSeconds(10);

  private RedisServer server;
  private RedisConsole direct;
  private FaultProxy proxy;

  @BeforeEach
  void open() {
    server = RequiredServers.ownRedis();
    direct = server.console();
    proxy = FaultProxy.start(server.port());
  }

  @AfterEach
  void close() {
    if (server != null) {
      proxy.close();
      direct.close();
      server.close();
    }
  }

  @Test
  void withoutFaultsAllDataPasses() {
    String large = "x".repeat(1_000_000);
    try (RedisConsole console = through(LONG)) {
      assertThat(console.text("SET", "key", large)).isEqualTo("OK");
      assertThat(console.text("GET", "key")).isEqualTo(large);
    }
    assertThat(proxy.accepted()).isEqualTo(1);
    assertThat(BoundedWait.until(LONG, () -> proxy.connections() == 0)).isTrue();
  }

  @Test
  void aDelayAppliesInBothDirections() {
    try (RedisConsole console = through(LONG)) {
      proxy.delayMillis(50);
      long start = NanoClock.system().elapsedMillis();

      console.call("PING");

      assertThat(NanoClock.system().elapsedMillis() - start).isGreaterThanOrEqualTo(99);
    }
  }

  @Test
  void aBlackHoleDiscardsDataAndKeepsConnectionsOpen() {
    try (RedisConsole old = through(SHORT)) {
      proxy.blackHole(true);

      try (RedisConsole young = RedisConsole.connect(proxy.uri(), SHORT)) {
        assertSilent(old);
        assertSilent(young);
        assertThat(proxy.connections()).isEqualTo(2);
      }
      proxy.blackHole(false);

      assertSilent(old);
      assertPasses();
      assertThat(direct.call("EXISTS", "key")).isEqualTo(0L);
    }
  }

  @Test
  void aBlackHoleKeepsAConnectionOpenWhenTheServerEnds() {
    try (RedisConsole console = through(SHORT)) {
      proxy.blackHole(true);

      server.kill();

      assertSilent(console);
    }
  }

  @Test
  void existingConnectionsCanLoseDataWhileNewOnesPass() {
    try (RedisConsole console = through(SHORT)) {
      proxy.blackHoleExisting();

      assertSilent(console);
      assertThat(direct.call("EXISTS", "key")).isEqualTo(0L);
      assertPasses();
    }
  }

  @Test
  void repliesToExecutedRequestsCanBeLost() {
    try (RedisConsole console = through(SHORT)) {
      proxy.loseReplies();

      assertSilent(console);

      assertThat(direct.call("GET", "key")).isEqualTo("1");
    }
  }

  @Test
  void frozenDataIsDeliveredAfterTheClientTimedOut() {
    try (RedisConsole console = through(SHORT)) {
      proxy.freeze(true);
      assertSilent(console);
    }
    assertThat(direct.call("EXISTS", "key")).isEqualTo(0L);

    proxy.freeze(false);

    assertThat(BoundedWait.until(LONG, () -> "1".equals(direct.call("GET", "key"))))
        .isTrue();
  }

  @Test
  void aCutClosesConnectionsAndNewOnesPass() {
    try (RedisConsole console = through(LONG)) {
      proxy.cut();

      assertClosed(console);
      assertPasses();
    }
  }

  @Test
  void aCutInMidStreamPassesExactlyTheGivenNumberOfBytes() {
    String request = "*3\r\n$3\r\nSET\r\n$3\r\nkey\r\n$1\r\n1\r\n";
    try (RedisConsole whole = through(LONG);
        RedisConsole torn = through(LONG)) {
      proxy.cutAfterBytes(request.length());
      assertClosedAfter(whole);
      assertThat(BoundedWait.until(LONG, () -> "1".equals(direct.call("GET", "key"))))
          .isTrue();

      direct.call("DEL", "key");
      proxy.cutAfterBytes(request.length() - 1);
      assertClosed(torn);
      assertThat(direct.call("EXISTS", "key")).isEqualTo(0L);
    }
  }

  @Test
  void aCutOfEachConnectionAppliesToLaterConnectionsToo() {
    proxy.cutEachAfterBytes(5);
    try (RedisConsole later = RedisConsole.connect(proxy.uri(), LONG)) {
      assertClosed(later);
    }

    proxy.cutEachAfterBytes(Long.MAX_VALUE);
    assertPasses();
  }

  @Test
  void aRefusedConnectionIsClosedImmediatelyAndOldOnesStay() {
    try (RedisConsole old = through(LONG)) {
      proxy.refuse(true);

      try (RedisConsole young = RedisConsole.connect(proxy.uri(), LONG)) {
        assertClosed(young);
      }
      assertThat(old.text("PING")).isEqualTo("PONG");

      proxy.refuse(false);
      assertPasses();
    }
  }

  @Test
  void closingEndsAllThreadsIncludingThoseThatHoldData() {
    String threads = "fault-proxy-" + proxy.port() + "-";
    try (RedisConsole console = through(SHORT)) {
      proxy.freeze(true);
      assertSilent(console);
      assertThat(threadsNamed(threads)).isEqualTo(3);

      proxy.close();

      assertThat(BoundedWait.until(LONG, () -> threadsNamed(threads) == 0)).isTrue();
      assertThat(proxy.connections()).isZero();
      assertThatThrownBy(() -> RedisConsole.connect(proxy.uri()).close())
          .isInstanceOf(UncheckedIOException.class);
    }
  }

  private static long threadsNamed(String prefix) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith(prefix))
        .count();
  }

  /** Opens a console whose connection the proxy has accepted. */
  private RedisConsole through(Duration timeout) {
    RedisConsole console = RedisConsole.connect(proxy.uri(), timeout);
    console.call("PING");
    return console;
  }

  private void assertPasses() {
    try (RedisConsole console = through(LONG)) {
      assertThat(console.text("PING")).isEqualTo("PONG");
    }
  }

  private static void assertSilent(RedisConsole console) {
    assertThatThrownBy(() -> console.call("SET", "key", "1"))
        .hasCauseInstanceOf(SocketTimeoutException.class);
  }

  private static void assertClosed(RedisConsole console) {
    assertThatThrownBy(() -> console.call("SET", "key", "1"))
        .isInstanceOf(UncheckedIOException.class)
        .satisfies(failure ->
            assertThat(failure.getCause()).isNotInstanceOf(SocketTimeoutException.class));
  }

  /** The reply to the last request may arrive before the cut takes effect, but no further reply may. */
  private static void assertClosedAfter(RedisConsole console) {
    assertThatThrownBy(() -> {
          console.call("SET", "key", "1");
          console.call("PING");
        })
        .isInstanceOf(UncheckedIOException.class);
  }
}
