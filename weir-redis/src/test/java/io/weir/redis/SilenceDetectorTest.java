// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.origin.Origin;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RequiredServers;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests of a connection that looks alive but is dead, as after a firewall dropped it. */
@Tag("integration")
class SilenceDetectorTest {
  private static final Duration SILENCE = Duration.ofSeconds(1);

  @Test
  void aConnectionWithoutRepliesIsReplaced() {
    try (FaultProxy proxy = FaultProxy.start(URI.create(RequiredServers.redis()).getPort());
        RedisOrigin origin = RedisOrigin.open(proxy.uri(), TestPrefixes.unused(), SILENCE)) {
      Eventually.await(origin.heartbeat(Origin.OriginHeartbeat.of("one", 60_000)));
      assertThat(proxy.accepted()).isEqualTo(1);

      proxy.blackHoleExisting();

      Throwable failure =
          Eventually.failure(origin.heartbeat(Origin.OriginHeartbeat.of("one", 60_000)));
      assertThat(failure).hasMessageStartingWith("Redis: ");
      Eventually.until("a new connection", () -> proxy.accepted() > 1);
      Eventually.until(
          "an answer",
          () -> origin
              .heartbeat(Origin.OriginHeartbeat.of("one", 60_000))
              .handle((originStatus, why) -> why == null)
              .toCompletableFuture()
              .join());
    }
  }

  @Test
  void anIdleConnectionIsKept() {
    try (FaultProxy proxy = FaultProxy.start(URI.create(RequiredServers.redis()).getPort());
        RedisOrigin origin = RedisOrigin.open(proxy.uri(), TestPrefixes.unused(), SILENCE)) {
      Eventually.await(origin.heartbeat(Origin.OriginHeartbeat.of("one", 60_000)));

      Eventually.waitMillis(3 * SILENCE.toMillis());
      Eventually.await(origin.heartbeat(Origin.OriginHeartbeat.of("one", 60_000)));

      assertThat(proxy.accepted()).isEqualTo(1);
    }
  }
}
