// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.Bounds;
import io.weir.server.rig.ApiRig;
import io.weir.server.rig.Http2Plug;
import io.weir.server.rig.Plug;
import io.weir.server.rig.Reply;
import io.weir.server.rig.Wire;
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

  private Plug openAuthenticated() {
    return openAuthenticated(ApiRig.KEY);
  }

  private Plug openAuthenticated(String key) {
    Plug plug = open();
    assertServed(plug, key);
    return plug;
  }

  private static void assertServed(Plug plug, String key) {
    plug.send(Plug.ask("limit", key, Wire.check("ns", "user", 100)));
    assertThat(plug.read().whole().passed()).isTrue();
  }

  /** So that no connection from before comes in, and takes a place, after those that are opened next. */
  private void awaitAccepted(int number) {
    if (number < MOST) {
      ApiRig.await("it is accepted", () -> rig.front().connections() == number + 1);
    } else {
      assertThat(plugs.get(number - MOST).tryRead()).as("the oldest makes room").isNull();
    }
  }

  /**
   * Opens a connection without a key, when all others have places, and waits until the one before it made room: connections are
   * accepted on several event loops, and one that comes in late would close whichever is tested next.
   */
  private void openStranger(int number) {
    Plug before = plugs.get(plugs.size() - 1);
    open().send(number % 2 == 0 ? "P" : "");
    if (number > 0) {
      assertThat(before.tryRead()).as("the one before makes room").isNull();
    }
  }

  private void fill() {
    fill(ApiRig.KEY);
  }

  private void fill(String key) {
    for (int i = 0; i < MOST; i++) {
      openAuthenticated(key);
    }
  }

  private void assertRefused(String key) {
    Plug plug = open();
    plug.send(Plug.ask("limit", key, Wire.check("ns", "user", 100)));
    assertThat(plug.read().whole().status()).isEqualTo(503);
    assertThat(plug.tryRead()).isNull();
  }

  @Test
  @DisplayName("closes the oldest idle one of the workspace that has most for one that has fewer")
  void hostile() {
    rig.letHostileIn();
    fill(ApiRig.HOSTILE_KEY);

    assertRefused(ApiRig.HOSTILE_KEY);
    Plug first = openAuthenticated();
    assertThat(plugs.get(0).tryRead()).as("the oldest is closed").isNull();
    Plug second = openAuthenticated();
    assertThat(plugs.get(1).tryRead()).as("then the next").isNull();
    assertRefused(ApiRig.KEY); // it has as many as the other
    assertRefused(ApiRig.HOSTILE_KEY);

    assertServed(first, ApiRig.KEY);
    assertServed(second, ApiRig.KEY);
    assertServed(plugs.get(2), ApiRig.HOSTILE_KEY);
    assertServed(plugs.get(3), ApiRig.HOSTILE_KEY);
  }

  @Test
  @DisplayName("closes a busy one if the workspace that has most has no idle one")
  void hostileAndBusy() {
    rig.letHostileIn();
    fill(ApiRig.HOSTILE_KEY);
    for (Plug each : plugs) {
      each.send(Plug.head("limit", ApiRig.HOSTILE_KEY, "Content-Length: 10"));
    }
    ApiRig.await("they are busy", () -> rig.front().inFlight() == MOST);

    openAuthenticated();

    assertThat(plugs.get(0).tryRead()).as("the oldest is closed").isNull();
    ApiRig.await("its request is given up", () -> rig.front().inFlight() < MOST);
  }

  @Test
  @DisplayName("answers probes and lets callers in while one workspace has all, and strangers come")
  void hostileAndStrangers() {
    rig.letHostileIn();
    fill(ApiRig.HOSTILE_KEY);
    for (int i = 0; i < 5 * MOST; i++) {
      openStranger(i);
    }

    Plug probe = open();
    probe.send(Plug.look("/live"));
    assertThat(probe.read().whole().status()).isEqualTo(200);
    Plug honest = openAuthenticated();
    for (int i = 0; i < 5 * MOST; i++) {
      openStranger(i);
    }

    assertServed(honest, ApiRig.KEY);
    ApiRig.await("few are beyond the bound", () -> rig.front().connections() <= MOST + 1);
  }

  @Test
  @DisplayName("counts a connection for the workspace whose key was used last")
  void changesHands() {
    rig.letHostileIn();
    fill();
    for (Plug each : List.copyOf(plugs)) {
      assertServed(each, ApiRig.HOSTILE_KEY);
    }

    openAuthenticated();

    assertThat(plugs.get(0).tryRead()).isNull();
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
  @DisplayName("closes the oldest that never had a valid key in favour of a new one")
  void evictsStrangers() {
    Plug silent = open();
    ApiRig.await("it is counted", () -> rig.front().connections() == 1);
    Plug probe = open();
    probe.send(Plug.look("/live"));
    assertThat(probe.read().whole().status()).isEqualTo(200);
    for (int i = 2; i < MOST; i++) {
      openAuthenticated();
    }

    openAuthenticated();
    assertThat(silent.tryRead()).as("the oldest is closed").isNull();
    probe.send(Plug.look("/live"));
    assertThat(probe.read().whole().status()).as("the second oldest stays").isEqualTo(200);
    openAuthenticated();

    assertThat(probe.tryRead()).as("then it is the oldest").isNull();
    assertThat(rig.front().connections()).isEqualTo(MOST);
    assertThat(rig.shed()).as("both are reported").isEqualTo(2);
    for (Plug each : plugs.subList(2, plugs.size())) {
      each.send(Plug.check("ns", "user", 100));
      assertThat(each.read().whole().passed()).isTrue();
    }
  }

  @Test
  @DisplayName(
      "lets callers with a key in while others do nothing but connect, with or without a word")
  void surroundedByStrangers() {
    for (int i = 0; i < 5 * MOST; i++) {
      open().send(i % 2 == 0 ? "P" : "");
      awaitAccepted(i);
    }

    for (int i = 1; i < MOST; i++) {
      openAuthenticated();
    }
    for (int i = 0; i < 5 * MOST; i++) {
      open().send(i % 2 == 0 ? "P" : "");
    }

    ApiRig.await("the rest is closed", () -> rig.front().connections() <= MOST);
    for (Plug each : plugs.subList(5 * MOST, 6 * MOST - 1)) {
      each.send(Plug.check("ns", "user", 100));
      assertThat(each.read().whole().passed()).isTrue();
    }
  }

  @Test
  @DisplayName("closes one of those that are busy if all that never had a valid key are")
  void busyStrangers() {
    List<Http2Plug> busy = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      Http2Plug each = new Http2Plug(rig.port(), 0); // nothing of an answer fits
      busy.add(each);
      each.get(1, "/openapi.json");
      each.read(Http2Plug.HEADERS);
    }

    openAuthenticated();

    assertThat(busy.get(0).readToEnd()).as("the oldest is closed").isNotNull();
    assertThat(rig.front().connections()).isEqualTo(MOST);
    busy.forEach(Http2Plug::close);
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
