// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A server that has as many connections as it may have")
final class ConnectionBoundTest {
  private static final int MOST = 4;

  private final ApiRig rig =
      new ApiRig(new Bounds(100_000, 16_384, MOST, 100, 10_000, 75_000, 1_000, 0), "");
  private final List<Plug> plugs = new ArrayList<>();

  @AfterEach
  void close() {
    plugs.forEach(Plug::close);
    rig.close();
  }

  private Plug open() {
    Plug plug = new Plug(rig.port());
    plugs.add(plug);
    return plug;
  }

  private void fill() {
    for (int i = 0; i < MOST; i++) {
      Plug plug = open();
      plug.send(Plug.check("ns", "user", 100));
      assertThat(plug.read().whole().passed()).isTrue();
    }
  }

  @Test
  @DisplayName("answers one more that it has too much to do, says when to come back, and closes it")
  void refuses() {
    fill();

    Plug more = open();
    more.send(Plug.check("ns", "user", 100));
    Reply reply = more.read().whole();

    assertThat(reply.status()).isEqualTo(503);
    assertThat(reply.problem()).isEqualTo("unkey/application/service_unavailable");
    assertThat(reply.header("retry-after")).isEqualTo("1");
    assertThat(more.tryRead()).isNull();
    plugs.get(0).send(Plug.check("ns", "user", 100));
    assertThat(plugs.get(0).read().number("remaining"))
        .as("nothing was counted")
        .isEqualTo(95);
  }

  @Test
  @DisplayName("counts those too that have not asked anything yet")
  void silentOnes() {
    for (int i = 0; i < MOST; i++) {
      open().send("P");
    }
    ApiRig.await("all of them are counted", () -> rig.front().connections() == MOST);

    Plug more = open();
    more.send(Plug.check("ns", "user", 100));

    assertThat(more.read().whole().status()).isEqualTo(503);
  }

  @Test
  @DisplayName("has room again when one of them goes")
  void hasRoomAgain() {
    fill();

    plugs.get(0).close();
    ApiRig.await("room", () -> rig.front().connections() < MOST);
    Plug next = open();
    next.send(Plug.check("ns", "user", 100));

    assertThat(next.read().whole().passed()).isTrue();
  }

  @Test
  @DisplayName("closes a flood of them, answered or not, and serves those that it had")
  void flood() {
    fill();
    for (int i = 0; i < 50; i++) {
      open().send(Plug.check("ns", "flood", 100));
    }

    for (Plug each : plugs.subList(MOST, plugs.size())) {
      Reply reply = each.tryRead();
      if (reply != null) {
        assertThat(reply.whole().status()).isEqualTo(503);
        assertThat(each.tryRead()).isNull();
      }
    }
    ApiRig.await("the flood is over", () -> rig.front().connections() <= MOST);
    plugs.get(1).send(Plug.check("ns", "flood", 100));
    assertThat(plugs.get(1).read().whole().number("remaining")).isEqualTo(99);
  }
}
