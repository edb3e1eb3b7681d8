// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.ServerCalls;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.TestJson;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.weir.ProcessResult;
import io.weir.testkit.servers.weir.WeirCommandLine;
import io.weir.testkit.servers.weir.WeirProcess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
final class DegradedModeTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";
  private static final long LIMIT = 20;
  private static final int EACH = 30;

  private static RedisServer redis;
  private static FaultProxy proxy;
  private static String mysql;
  private static final List<WeirProcess> SERVERS = new ArrayList<>();

  @BeforeAll
  static void startAll() {
    redis = RequiredServers.ownRedis();
    proxy = FaultProxy.start(redis.port());
    mysql = RequiredServers.mysql();
    for (int i = 0; i < 2; i++) {
      SERVERS.add(
          WeirProcess.start(WeirCommandLine.serve("--region", "here", "--degraded-mode", "closed")
              .with("--redis", proxy.uri(), "--mysql", mysql)
              .where("WEIR_ROOT_KEY", KEY)));
    }
    Eventually.until(
        "they do not see each other",
        () -> SERVERS.stream().allMatch(server -> server.metric("weir_ratelimit_processes") == 2));
    for (String mode : List.of("local", "share", "open", "closed", "default")) {
      for (WeirProcess server : SERVERS) {
        assertThat(ServerCalls.limit(ServerCalls.wire(server, KEY), mode + "/first", LIMIT)
                .passed())
            .isTrue();
      }
      ProcessResult set = WeirProcess.run(
          WeirCommandLine.of("namespaces", "degraded", mode, mode, "--mysql", mysql));
      assertThat(set.exit()).as(set.errors()).isZero();
    }
    for (WeirProcess server : SERVERS) {
      assertThat(ServerCalls.setOverride(ServerCalls.wire(server, KEY), "share/vip", 2 * LIMIT)
              .status())
          .isEqualTo(200);
    }
    Eventually.waitMillis(2_000); // until all servers know
    proxy.freeze(true);
    Eventually.until(
        "Redis is not missed",
        () -> SERVERS.stream().allMatch(server -> {
          ApiReply unused = ServerCalls.limit(ServerCalls.wire(server, KEY), "local/probe", LIMIT);
          return "unavailable".equals(ServerCalls.look(server, "/ready").data().get("origin"));
        }));
  }

  @AfterAll
  static void stopAll() {
    SERVERS.forEach(WeirProcess::close);
    proxy.close();
    redis.close();
  }

  /** Returns how many units two servers admit, of a new identifier. */
  private static long admitted(String subject) {
    long admitted = 0;
    for (int i = 0; i < EACH; i++) {
      for (WeirProcess server : SERVERS) {
        admitted +=
            ServerCalls.limit(ServerCalls.wire(server, KEY), subject, LIMIT).passed() ? 1 : 0;
      }
    }
    return admitted;
  }

  @Test
  void serversAdmitAccordingToTheNamespacesMode() {
    assertThat(admitted("local/ann")).isEqualTo(2 * LIMIT);
    assertThat(admitted("share/ann")).isEqualTo(LIMIT);
    assertThat(admitted("open/ann")).isBetween(2 * LIMIT, 2L * EACH);
    assertThat(admitted("closed/ann")).isZero();
    assertThat(admitted("default/ann")).as("as the servers are set up").isZero();
  }

  @Test
  void overridesAndBatchesFollowTheMode() {
    long admitted = 0;
    for (int i = 0; i < EACH; i++) {
      for (WeirProcess server : SERVERS) {
        admitted +=
            ServerCalls.limit(ServerCalls.wire(server, KEY), "share/vip", LIMIT).passed() ? 1 : 0;
      }
    }
    assertThat(admitted).isEqualTo(2 * LIMIT);

    RawHttpClient rawHttpClient = ServerCalls.wire(SERVERS.get(0), KEY);
    String several = "[" + ServerCalls.limitBody("local/bob", LIMIT) + ","
        + ServerCalls.limitBody("closed/bob", LIMIT) + "]";
    assertThat(ServerCalls.whole(rawHttpClient, "multiLimit", several).data().get("passed"))
        .isEqualTo(false);
    String open = "[" + ServerCalls.limitBody("local/bob", LIMIT) + "]";
    assertThat(ServerCalls.whole(rawHttpClient, "multiLimit", open).data().get("passed"))
        .isEqualTo(true);
  }

  @Test
  void theNamespaceListShowsTheMode() {
    ProcessResult list =
        WeirProcess.run(WeirCommandLine.of("namespaces", "list", "--json", "--mysql", mysql));

    assertThat(list.exit()).as(list.errors()).isZero();
    assertThat(TestJson.parse("{\"all\":" + list.out() + "}").toString())
        .contains("degraded=share", "degraded=default", "degraded=closed");

    ProcessResult wrong = WeirProcess.run(
        WeirCommandLine.of("namespaces", "degraded", "local", "maybe", "--mysql", mysql));
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.errors()).contains("local, share, open, closed or default", "maybe");
  }
}
