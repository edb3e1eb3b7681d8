// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class RedisServerTest {
  private static final Duration SHORT = Duration.ofMillis(300);

  @Test
  void aStartedServerAnswersAtItsUri() {
    try (RedisServer server = RequiredServers.ownRedis();
        RedisConsole console = RedisConsole.connect(server.uri())) {
      assertThat(console.text("PING")).isEqualTo("PONG");
      assertThat(console.info("server", "tcp_port")).isEqualTo(Integer.toString(server.port()));
      assertThat(console.info("server", "process_id")).isEqualTo(Long.toString(server.pid()));
    }
  }

  @Test
  void nothingIsPersistedAndOnlyLoopbackIsServed() {
    try (RedisServer server = RequiredServers.ownRedis();
        RedisConsole console = server.console()) {
      assertThat(console.text("CONFIG", "GET", "save")).isEqualTo("[save, ]");
      assertThat(console.text("CONFIG", "GET", "appendonly")).isEqualTo("[appendonly, no]");
      assertThat(console.text("CONFIG", "GET", "bind")).isEqualTo("[bind, 127.0.0.1]");
    }
  }

  @Test
  void additionalArgumentsReachTheServer() {
    try (RedisServer server = RequiredServers.ownRedis("--maxmemory", "7mb");
        RedisConsole console = server.console()) {
      assertThat(console.text("CONFIG", "GET", "maxmemory")).isEqualTo("[maxmemory, 7340032]");
    }
  }

  @Test
  void aRefusedArgumentIsReportedWithTheServersMessage() {
    RequiredServers.ofThisMachine().requireRedis(RedisBinary.OVERRIDE);

    assertThatThrownBy(() -> RedisServer.start("--no-such-setting", "1").close())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("ended while starting")
        .hasMessageContaining("no-such-setting");
  }

  @Test
  void aServerWithAPasswordIsReadyToo() {
    try (RedisServer server = RequiredServers.ownRedis("--requirepass", "secret");
        RedisConsole console =
            RedisConsole.connect("redis://:secret@127.0.0.1:" + server.port() + "/3")) {
      assertThat(console.text("PING")).isEqualTo("PONG");
    }
  }

  @Test
  void closingEndsTheProcessAndRemovesItsFolder() {
    RedisServer server = RequiredServers.ownRedis();
    ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
    Path folder = folderOf(server);
    assertThat(folder).isDirectory();

    server.close();
    server.close();

    assertThat(process.isAlive()).isFalse();
    assertThat(Files.exists(folder)).isFalse();
  }

  @Test
  void aKilledServerRestartsEmptyAtTheSamePort() {
    try (RedisServer server = RequiredServers.ownRedis()) {
      ProcessHandle first = ProcessHandle.of(server.pid()).orElseThrow();
      write(server);

      server.kill();

      assertThat(first.isAlive()).isFalse();
      assertThatThrownBy(server::console).isInstanceOf(UncheckedIOException.class);
      assertThatThrownBy(server::pid).isInstanceOf(IllegalStateException.class);

      String uri = server.uri();
      server.restart();

      assertThat(server.uri()).isEqualTo(uri);
      assertThat(server.pid()).isNotEqualTo(first.pid());
      assertEmpty(server);
    }
  }

  @Test
  void restartingARunningServerEmptiesIt() {
    try (RedisServer server = RequiredServers.ownRedis()) {
      write(server);

      server.restart();

      assertEmpty(server);
    }
  }

  @Test
  void aPausedServerAnswersNothingUntilItIsResumed() {
    try (RedisServer server = RequiredServers.ownRedis();
        RedisConsole console = server.console()) {
      server.pause();

      assertThatThrownBy(() -> {
            try (RedisConsole impatient = RedisConsole.connect(server.uri(), SHORT)) {
              impatient.call("PING");
            }
          })
          .isInstanceOf(UncheckedIOException.class);

      server.resume();

      assertThat(console.text("PING")).isEqualTo("PONG");
    }
  }

  @Test
  void aPausedServerCanBeKilledAndRestarted() {
    try (RedisServer server = RequiredServers.ownRedis()) {
      ProcessHandle paused = ProcessHandle.of(server.pid()).orElseThrow();
      server.pause();

      server.restart();

      assertThat(paused.isAlive()).isFalse();
      assertEmpty(server);
    }
  }

  @Test
  void aServerThatEndsByItselfCanBeRestarted() {
    try (RedisServer server = RequiredServers.ownRedis()) {
      try (RedisConsole console = server.console()) {
        assertThatThrownBy(() -> console.call("SHUTDOWN", "NOSAVE"))
            .isInstanceOf(UncheckedIOException.class);
      }

      server.restart();

      assertEmpty(server);
    }
  }

  @Test
  void aPortTakenInTheMeantimeIsReported() throws IOException {
    try (RedisServer server = RequiredServers.ownRedis()) {
      server.kill();

      try (ServerSocket socket =
          new ServerSocket(server.port(), 1, InetAddress.getLoopbackAddress())) {
        assertThat(socket.isBound()).isTrue();
        assertThatThrownBy(server::restart)
            .isInstanceOf(RedisServer.PortInUse.class)
            .hasMessageContaining("Address");
      }
      server.restart();

      assertEmpty(server);
    }
  }

  @Test
  void theSharedServerIsASingletonAndCannotBeDisturbed() {
    RequiredServers.ofThisMachine().requireRedis(RedisBinary.OVERRIDE);
    RedisServer server = RedisServer.shared();

    assertThat(RedisServer.shared()).isSameAs(server);
    assertThatThrownBy(server::kill).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(server::restart).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(server::pause).isInstanceOf(IllegalStateException.class);
    server.close();
    try (RedisConsole console = server.console()) {
      assertThat(console.text("PING")).isEqualTo("PONG");
    }
  }

  private static Path folderOf(RedisServer server) {
    try (RedisConsole console = server.console()) {
      String reply = console.text("CONFIG", "GET", "dir");
      return Path.of(reply.substring("[dir, ".length(), reply.length() - 1));
    }
  }

  private static void write(RedisServer server) {
    try (RedisConsole console = server.console()) {
      assertThat(console.text("SET", "key", "value")).isEqualTo("OK");
    }
  }

  private static void assertEmpty(RedisServer server) {
    try (RedisConsole console = server.console()) {
      assertThat(console.call("DBSIZE")).isEqualTo(0L);
    }
  }
}
