// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.origin.Origin;
import io.weir.origin.Origin.Query;
import io.weir.origin.OriginUnavailable;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RedisCluster;
import io.weir.testkit.servers.RedisConsole;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The server, user and database to which an origin connects. */
@Tag("integration")
class RedisAddressTest {
  private static final String SECRET = "s3cret";
  private static final long LIFE = 60_000;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "localhost:6379",
        "user:s3cret@localhost:6379",
        "user:s3cret@localhost:6379/://",
        "http://user:s3cret@localhost",
        "redis-clustre://user:s3cret@localhost",
        "redis://user:s3cret@localhost:port",
        "redis://user:s3cret@localhost:123456",
        "redis://user:s3cret@",
        "redis://user:s3cret",
        "redis-cluster://user:s3cret@localhost:port",
        "redis-cluster://user:s3cret@",
        "redis-sentinel://s3cret@localhost",
        "redis-sentinel://s3cret@localhost:port#main"
      })
  void anInvalidAddressIsRefusedWithoutShowingItsPassword(String uri) {
    assertThatThrownBy(() -> RedisOrigin.open(uri).close())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("invalid Redis URI: expected redis[s]://")
        .hasNoCause()
        .message()
        .doesNotContain(SECRET);
  }

  @Test
  void aMissingAndAnUnknownSchemeAreNamed() {
    assertThatThrownBy(() -> RedisOrigin.open("localhost:6379"))
        .hasMessageEndingWith("but it has no scheme");
    assertThatThrownBy(() -> RedisOrigin.open("http://localhost"))
        .hasMessageEndingWith("but it has the unsupported scheme 'http'");
  }

  @ParameterizedTest
  @CsvSource({
    "redis://, has no host",
    "redis-cluster://user:s3cret@, has no host",
    "redis://localhost:99999, 'has port 99999, which is outside 1 to 65535'",
    "redis://user:s3cret, has a port that is not a number",
    "redis-sentinel://localhost:26379, has no master name: add '#master' at its end",
  })
  void theFaultOfAnAddressIsNamed(String uri, String fault) {
    assertThatThrownBy(() -> RedisOrigin.open(uri)).hasMessageEndingWith("but it " + fault);
  }

  @Test
  void aUserNeedsThePasswordAndAFixedPasswordWorksLater() {
    try (RedisServer server = RequiredServers.ownRedis();
        RedisConsole console = server.console()) {
      console.call("ACL", "SETUSER", "weir", "on", ">" + SECRET, "~*", "+@all");
      String right = "redis://weir:" + SECRET + "@127.0.0.1:" + server.port();
      String wrong = "redis://weir:guess@127.0.0.1:" + server.port();
      try (RedisOrigin accepted = RedisOrigin.open(right, TestPrefixes.unused());
          RedisOrigin rejected = RedisOrigin.open(wrong, TestPrefixes.unused())) {
        Eventually.await(accepted.heartbeat(Origin.OriginHeartbeat.of("one", LIFE)));

        assertThat(Eventually.failure(rejected.heartbeat(Origin.OriginHeartbeat.of("one", LIFE))))
            .isInstanceOf(OriginUnavailable.class)
            .hasMessageContaining("WRONGPASS")
            .message()
            .doesNotContain("guess");

        console.call("ACL", "SETUSER", "weir", ">guess");
        Eventually.await(rejected.heartbeat(Origin.OriginHeartbeat.of("one", LIFE)));
      }
    }
  }

  @Test
  void aPasswordWithoutAUserIsTheServersPassword() {
    try (RedisServer server = RequiredServers.ownRedis("--requirepass", SECRET);
        RedisOrigin accepted = RedisOrigin.open(
            "redis://:" + SECRET + "@127.0.0.1:" + server.port(), TestPrefixes.unused());
        RedisOrigin rejected = RedisOrigin.open(server.uri(), TestPrefixes.unused())) {
      Eventually.await(accepted.heartbeat(Origin.OriginHeartbeat.of("one", LIFE)));
      assertThat(Eventually.failure(rejected.heartbeat(Origin.OriginHeartbeat.of("one", LIFE))))
          .hasMessageContaining("NOAUTH");
    }
  }

  @Test
  void countsAreStoredInTheDatabaseOfTheAddress() {
    try (RedisServer server = RequiredServers.ownRedis();
        RedisConsole console = server.console();
        RedisOrigin origin = RedisOrigin.open(server.uri() + "/3", TestPrefixes.unused())) {
      Eventually.await(origin.heartbeat(Origin.OriginHeartbeat.of("one", LIFE)));

      assertThat(console.call("DBSIZE")).isEqualTo(0L);
      console.call("SELECT", "3");
      assertThat(console.call("DBSIZE")).isEqualTo(3L);
    }
  }

  @Test
  void aClusterAddressedAsOneServerFailsWithAHint() {
    List<Query> everywhere = IntStream.range(0, 30)
        .mapToObj(i -> new CellKey(new SubjectKey("acme", "login", "user-" + i, 60_000), 1))
        .map(cell -> new Query(cell, "nobody"))
        .toList();
    try (RedisCluster cluster = RequiredServers.ownRedisCluster();
        RedisOrigin origin = RedisOrigin.open(cluster.uris().get(0), TestPrefixes.unused())) {
      assertThat(Eventually.failure(origin.read(everywhere)))
          .isInstanceOf(OriginUnavailable.class)
          .hasMessageContaining("MOVED")
          .hasMessageEndingWith("(this is a Redis Cluster: use a redis-cluster:// URI)");
    }
  }

  @Test
  void closingTheOriginLeavesAnExistingClientOpen() {
    RedisURI address = RedisURI.create(RequiredServers.redis());
    RedisClient client = RedisClient.create();
    try {
      Origin origin = RedisOrigin.over(client, address, TestPrefixes.unused());
      Eventually.await(origin.heartbeat(Origin.OriginHeartbeat.of("one", LIFE)));

      origin.close();

      assertThat(Eventually.failure(origin.heartbeat(Origin.OriginHeartbeat.of("one", LIFE))))
          .hasMessage("the origin is closed");
      try (StatefulRedisConnection<String, String> connection = client.connect(address)) {
        assertThat(connection.sync().ping()).isEqualTo("PONG");
      }
    } finally {
      client.shutdown();
    }
  }
}
