// SPDX-License-Identifier: Apache-2.0
package io.weir.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import io.weir.origin.Origin;
import io.weir.origin.OriginUnavailable;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of an origin over Redis behind TLS. */
@Tag("integration")
class RedisTlsTest {
  private static final long LIFE = 60_000;

  @TempDir
  private Path folder;

  private TlsProxy proxy;

  @BeforeEach
  void open() {
    proxy = TlsProxy.open(folder, URI.create(RequiredServers.redis()).getPort());
  }

  @AfterEach
  void close() {
    if (proxy != null) {
      proxy.close();
    }
  }

  private String uri() {
    return "rediss://localhost:" + proxy.port();
  }

  @Test
  void certificateVerificationCanBeDisabledInTheAddress() {
    try (RedisOrigin origin = RedisOrigin.open(uri() + "?verifyPeer=NONE", TestPrefixes.unused())) {
      assertThat(Eventually.await(origin.heartbeat(Origin.OriginHeartbeat.of("one", LIFE)))
              .processes())
          .isEqualTo(1);
    }
  }

  @Test
  void aServerWithAnUntrustedCertificateIsRefused() {
    try (RedisOrigin origin = RedisOrigin.open(uri(), TestPrefixes.unused())) {
      assertThat(Eventually.failure(origin.heartbeat(Origin.OriginHeartbeat.of("one", LIFE))))
          .isInstanceOf(OriginUnavailable.class)
          .hasMessageContaining("unable to find valid certification path");
    }
  }

  @Test
  void anExistingClientWithItsOwnTrustStoreCanBeUsed() {
    RedisClient client = RedisClient.create();
    try {
      client.setOptions(ClientOptions.builder()
          .sslOptions(SslOptions.builder()
              .truststore(proxy.store().toFile(), TlsProxy.PASSWORD)
              .build())
          .build());
      try (RedisOrigin origin =
          RedisOrigin.over(client, RedisURI.create(uri()), TestPrefixes.unused())) {
        assertThat(Eventually.await(origin.heartbeat(Origin.OriginHeartbeat.of("one", LIFE)))
                .processes())
            .isEqualTo(1);
      }
    } finally {
      client.shutdown();
    }
  }
}
