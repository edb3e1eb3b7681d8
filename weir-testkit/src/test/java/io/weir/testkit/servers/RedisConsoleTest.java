// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.UncheckedIOException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class RedisConsoleTest {
  private RedisServer server;
  private RedisConsole console;

  @BeforeEach
  void open() {
    server = RequiredServers.ownRedis();
    console = server.console();
  }

  @AfterEach
  void close() {
    if (server != null) {
      console.close();
      server.close();
    }
  }

  @Test
  void everyKindOfReplyIsParsed() {
    assertThat(console.call("SET", "a", "grün\r\n")).isEqualTo("OK");
    assertThat(console.call("GET", "a")).isEqualTo("grün\r\n");
    assertThat(console.call("GET", "b")).isNull();
    assertThat(console.call("INCRBY", "n", "-7")).isEqualTo(-7L);
    assertThat(console.call("MGET", "a", "b", "n"))
        .isEqualTo(Arrays.asList("grün\r\n", null, "-7"));
    assertThat(console.call("BLPOP", "none", "0.01")).isNull();
    assertThat(console.text("GET", "n")).isEqualTo("-7");
  }

  @Test
  void anErrorHasTheServersMessageAndTheConsoleStaysUsable() {
    assertThatThrownBy(() -> console.call("NOSUCH"))
        .isInstanceOf(RedisConsole.RedisError.class)
        .hasMessageContaining("unknown command 'NOSUCH'");
    assertThat(console.text("PING")).isEqualTo("PONG");
  }

  @Test
  void commandStatisticsCanBeRead() {
    console.call("CONFIG", "RESETSTAT");
    console.call("SET", "a", "1");
    console.call("SET", "a", "2");

    assertThat(console.info("commandstats", "cmdstat_set")).startsWith("calls=2,");
    assertThatThrownBy(() -> console.info("commandstats", "cmdstat_get"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theDatabaseOfTheUriIsUsed() {
    console.call("SET", "a", "1");

    try (RedisConsole other = RedisConsole.connect(server.uri() + "/5")) {
      assertThat(other.call("DBSIZE")).isEqualTo(0L);
    }
  }

  @Test
  void aLostConnectionIsAnIoError() {
    server.kill();

    assertThatThrownBy(() -> console.call("PING")).isInstanceOf(UncheckedIOException.class);
  }

  @Test
  void aUriThatIsNotRedisIsRefused() {
    assertThatThrownBy(() -> RedisConsole.connect("rediss://localhost"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("rediss://localhost");
  }
}
