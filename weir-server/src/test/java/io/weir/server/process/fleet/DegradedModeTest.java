// SPDX-License-Identifier: Apache-2.0
package io.weir.server.process.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.process.Calls;
import io.weir.server.rig.Json;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.RedisServer;
import io.weir.testkit.servers.weir.Ended;
import io.weir.testkit.servers.weir.Launch;
import io.weir.testkit.servers.weir.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Two servers whose Redis hangs")
@Tag("integration")
final class DegradedModeTest {
  private static final String KEY = "preset-root-key-of-this-test-0123";
  private static final long LIMIT = 20;
  private static final int EACH = 30;

  private static RedisServer redis;
  private static FaultProxy proxy;
  private static String mysql;
  private static final List<ServerProcess> SERVERS = new ArrayList<>();

  @BeforeAll
  static void startAll() {
    redis = Needs.ownRedis();
    proxy = FaultProxy.start(redis.port());
    mysql = Needs.mysql();
    for (int i = 0; i < 2; i++) {
      SERVERS.add(ServerProcess.start(Launch.serve("--region", "here", "--degraded-mode", "closed")
          .with("--redis", proxy.uri(), "--mysql", mysql)
          .where("WEIR_ROOT_KEY", KEY)));
    }
    Eventually.until(
        "they do not see each other",
        () -> SERVERS.stream().allMatch(server -> server.metric("weir_ratelimit_processes") == 2));
    for (String mode : List.of("local", "share", "open", "closed", "default")) {
      for (ServerProcess server : SERVERS) {
        assertThat(Calls.limit(Calls.wire(server, KEY), mode + "/first", LIMIT).passed())
            .isTrue();
      }
      Ended set =
          ServerProcess.run(Launch.of("namespaces", "degraded", mode, mode, "--mysql", mysql));
      assertThat(set.exit()).as(set.errors()).isZero();
    }
    for (ServerProcess server : SERVERS) {
      assertThat(
              Calls.setOverride(Calls.wire(server, KEY), "share/vip", 2 * LIMIT).status())
          .isEqualTo(200);
    }
    Eventually.letPass(2_000); // until all servers know
    proxy.freeze(true);
    Eventually.until(
        "Redis is not missed",
        () -> SERVERS.stream().allMatch(server -> {
          Reply unused = Calls.limit(Calls.wire(server, KEY), "local/probe", LIMIT);
          return "unavailable".equals(Calls.look(server, "/ready").data().get("origin"));
        }));
  }

  @AfterAll
  static void stopAll() {
    SERVERS.forEach(ServerProcess::close);
    proxy.close();
    redis.close();
  }

  /** What two servers admit, of an identifier that they have not seen. */
  private static long admitted(String subject) {
    long admitted = 0;
    for (int i = 0; i < EACH; i++) {
      for (ServerProcess server : SERVERS) {
        admitted += Calls.limit(Calls.wire(server, KEY), subject, LIMIT).passed() ? 1 : 0;
      }
    }
    return admitted;
  }

  @Test
  @DisplayName(
      "admit the whole limit each, or their shares of it, or everything, or nothing, as the namespace says")
  void admitAsTheNamespaceSays() {
    assertThat(admitted("local/ann")).isEqualTo(2 * LIMIT);
    assertThat(admitted("share/ann")).isEqualTo(LIMIT);
    assertThat(admitted("open/ann")).isBetween(2 * LIMIT, 2L * EACH);
    assertThat(admitted("closed/ann")).isZero();
    assertThat(admitted("default/ann")).as("as the servers are set up").isZero();
  }

  @Test
  @DisplayName("heed the mode for overrides and for several limits at once")
  void overridesAndBatchesHeedIt() {
    long admitted = 0;
    for (int i = 0; i < EACH; i++) {
      for (ServerProcess server : SERVERS) {
        admitted += Calls.limit(Calls.wire(server, KEY), "share/vip", LIMIT).passed() ? 1 : 0;
      }
    }
    assertThat(admitted).isEqualTo(2 * LIMIT);

    Wire wire = Calls.wire(SERVERS.get(0), KEY);
    String several = "[" + Calls.limitBody("local/bob", LIMIT) + ","
        + Calls.limitBody("closed/bob", LIMIT) + "]";
    assertThat(Calls.whole(wire, "multiLimit", several).data().get("passed")).isEqualTo(false);
    String open = "[" + Calls.limitBody("local/bob", LIMIT) + "]";
    assertThat(Calls.whole(wire, "multiLimit", open).data().get("passed")).isEqualTo(true);
  }

  @Test
  @DisplayName("show the mode in the list of namespaces")
  void theListShowsIt() {
    Ended list = ServerProcess.run(Launch.of("namespaces", "list", "--json", "--mysql", mysql));

    assertThat(list.exit()).as(list.errors()).isZero();
    assertThat(Json.parse("{\"all\":" + list.out() + "}").toString())
        .contains("degraded=share", "degraded=default", "degraded=closed");

    Ended wrong =
        ServerProcess.run(Launch.of("namespaces", "degraded", "local", "maybe", "--mysql", mysql));
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.errors()).contains("local, share, open, closed or default", "maybe");
  }
}
