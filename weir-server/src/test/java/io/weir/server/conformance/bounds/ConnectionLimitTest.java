// SPDX-License-Identifier: Apache-2.0
package io.weir.server.conformance.bounds;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.server.config.ServerConfig.ServerLimits;
import io.weir.server.config.ServerConfig.Timeouts;
import io.weir.server.rig.ApiReply;
import io.weir.server.rig.RawHttp2Connection;
import io.weir.server.rig.RawHttpClient;
import io.weir.server.rig.RawSocket;
import io.weir.server.rig.TestApiServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ConnectionLimitTest {
  private static final int MAX_CONNECTIONS = 4;

  private final TestApiServer rig = new TestApiServer(
      new ServerLimits(
          100_000, 16_384, MAX_CONNECTIONS, 100, new Timeouts(10_000, 75_000, 1_000), 0),
      "");
  private final List<RawSocket> plugs = new ArrayList<>();

  @AfterEach
  void close() {
    plugs.forEach(RawSocket::close);
    rig.close();
  }

  private RawSocket open() {
    RawSocket rawSocket = new RawSocket(rig.port());
    plugs.add(rawSocket);
    return rawSocket;
  }

  private RawSocket openAuthenticated() {
    return openAuthenticated(TestApiServer.KEY);
  }

  private RawSocket openAuthenticated(String key) {
    RawSocket rawSocket = open();
    assertServed(rawSocket, key);
    return rawSocket;
  }

  private static void assertServed(RawSocket rawSocket, String key) {
    rawSocket.send(RawSocket.ask("limit", key, RawHttpClient.check("ns", "user", 100)));
    assertThat(rawSocket.read().whole().passed()).isTrue();
  }

  /** Waits until no earlier connection can be accepted, and take a place, after those that are opened next. */
  private void awaitAccepted(int number) {
    if (number < MAX_CONNECTIONS) {
      TestApiServer.await("it is accepted", () -> rig.front().connections() == number + 1);
    } else {
      assertThat(plugs.get(number - MAX_CONNECTIONS).tryRead())
          .as("the oldest makes room")
          .isNull();
    }
  }

  /**
   * Opens a connection without a key while all others have places, and waits until the one before it was closed to
   * make room. Connections are accepted on several event loops, and a late one would close the one that is tested
   * next.
   */
  private void openUnauthenticated(int number) {
    RawSocket before = plugs.get(plugs.size() - 1);
    open().send(number % 2 == 0 ? "P" : "");
    if (number > 0) {
      assertThat(before.tryRead()).as("the one before makes room").isNull();
    }
  }

  private void fill() {
    fill(TestApiServer.KEY);
  }

  private void fill(String key) {
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
      openAuthenticated(key);
    }
  }

  private void assertRefused(String key) {
    RawSocket rawSocket = open();
    rawSocket.send(RawSocket.ask("limit", key, RawHttpClient.check("ns", "user", 100)));
    assertThat(rawSocket.read().whole().status()).isEqualTo(503);
    assertThat(rawSocket.tryRead()).isNull();
  }

  @Test
  void closesTheOldestIdleConnectionOfTheLargestWorkspace() {
    rig.letHostileIn();
    fill(TestApiServer.HOSTILE_KEY);

    assertRefused(TestApiServer.HOSTILE_KEY);
    RawSocket first = openAuthenticated();
    assertThat(plugs.get(0).tryRead()).as("the oldest is closed").isNull();
    RawSocket second = openAuthenticated();
    assertThat(plugs.get(1).tryRead()).as("then the next").isNull();
    assertRefused(TestApiServer.KEY); // it has as many as the other
    assertRefused(TestApiServer.HOSTILE_KEY);

    assertServed(first, TestApiServer.KEY);
    assertServed(second, TestApiServer.KEY);
    assertServed(plugs.get(2), TestApiServer.HOSTILE_KEY);
    assertServed(plugs.get(3), TestApiServer.HOSTILE_KEY);
  }

  @Test
  void closesABusyConnectionIfNoneIsIdle() {
    rig.letHostileIn();
    fill(TestApiServer.HOSTILE_KEY);
    for (RawSocket each : plugs) {
      each.send(RawSocket.head("limit", TestApiServer.HOSTILE_KEY, "Content-Length: 10"));
    }
    TestApiServer.await("they are busy", () -> rig.front().inFlight() == MAX_CONNECTIONS);

    openAuthenticated();

    assertThat(plugs.get(0).tryRead()).as("the oldest is closed").isNull();
    TestApiServer.await("its request is given up", () -> rig.front().inFlight() < MAX_CONNECTIONS);
  }

  @Test
  void probesAndCallersGetInWhileOneWorkspaceHoldsAll() {
    rig.letHostileIn();
    fill(TestApiServer.HOSTILE_KEY);
    for (int i = 0; i < 5 * MAX_CONNECTIONS; i++) {
      openUnauthenticated(i);
    }

    RawSocket probe = open();
    probe.send(RawSocket.look("/live"));
    assertThat(probe.read().whole().status()).isEqualTo(200);
    RawSocket honest = openAuthenticated();
    for (int i = 0; i < 5 * MAX_CONNECTIONS; i++) {
      openUnauthenticated(i);
    }

    assertServed(honest, TestApiServer.KEY);
    TestApiServer.await(
        "few are beyond the bound", () -> rig.front().connections() <= MAX_CONNECTIONS + 1);
  }

  @Test
  void aConnectionCountsForTheLastUsedKey() {
    rig.letHostileIn();
    fill();
    for (RawSocket each : List.copyOf(plugs)) {
      assertServed(each, TestApiServer.HOSTILE_KEY);
    }

    openAuthenticated();

    assertThat(plugs.get(0).tryRead()).isNull();
  }

  @Test
  void aConnectionBeyondTheLimitIsRefusedAndClosed() {
    fill();

    RawSocket more = open();
    more.send(RawSocket.check("ns", "user", 100));
    ApiReply apiReply = more.read().whole();

    assertThat(apiReply.status()).isEqualTo(503);
    assertThat(apiReply.problem()).isEqualTo("unkey/application/service_unavailable");
    assertThat(apiReply.header("retry-after")).isEqualTo("1");
    assertThat(more.tryRead()).isNull();
    plugs.get(0).send(RawSocket.check("ns", "user", 100));
    assertThat(plugs.get(0).read().number("remaining"))
        .as("nothing was counted")
        .isEqualTo(95);
  }

  @Test
  void closesTheOldestUnauthenticatedConnection() {
    RawSocket silent = open();
    TestApiServer.await("it is counted", () -> rig.front().connections() == 1);
    RawSocket probe = open();
    probe.send(RawSocket.look("/live"));
    assertThat(probe.read().whole().status()).isEqualTo(200);
    for (int i = 2; i < MAX_CONNECTIONS; i++) {
      openAuthenticated();
    }

    openAuthenticated();
    assertThat(silent.tryRead()).as("the oldest is closed").isNull();
    probe.send(RawSocket.look("/live"));
    assertThat(probe.read().whole().status()).as("the second oldest stays").isEqualTo(200);
    openAuthenticated();

    assertThat(probe.tryRead()).as("then it is the oldest").isNull();
    assertThat(rig.front().connections()).isEqualTo(MAX_CONNECTIONS);
    assertThat(rig.shed()).as("both are reported").isEqualTo(2);
    for (RawSocket each : plugs.subList(2, plugs.size())) {
      each.send(RawSocket.check("ns", "user", 100));
      assertThat(each.read().whole().passed()).isTrue();
    }
  }

  @Test
  void authenticatedCallersGetInDuringAConnectionFlood() {
    for (int i = 0; i < 5 * MAX_CONNECTIONS; i++) {
      open().send(i % 2 == 0 ? "P" : "");
      awaitAccepted(i);
    }

    for (int i = 1; i < MAX_CONNECTIONS; i++) {
      openAuthenticated();
    }
    for (int i = 0; i < 5 * MAX_CONNECTIONS; i++) {
      open().send(i % 2 == 0 ? "P" : "");
    }

    TestApiServer.await("the rest is closed", () -> rig.front().connections() <= MAX_CONNECTIONS);
    for (RawSocket each : plugs.subList(5 * MAX_CONNECTIONS, 6 * MAX_CONNECTIONS - 1)) {
      each.send(RawSocket.check("ns", "user", 100));
      assertThat(each.read().whole().passed()).isTrue();
    }
  }

  @Test
  void closesABusyUnauthenticatedConnectionIfAllAreBusy() {
    List<RawHttp2Connection> busy = new ArrayList<>();
    for (int i = 0; i < MAX_CONNECTIONS; i++) {
      RawHttp2Connection each = new RawHttp2Connection(rig.port(), 0); // no part of a response fits
      busy.add(each);
      each.get(1, "/openapi.json");
      each.read(RawHttp2Connection.HEADERS);
    }

    openAuthenticated();

    assertThat(busy.get(0).readToEnd()).as("the oldest is closed").isNotNull();
    assertThat(rig.front().connections()).isEqualTo(MAX_CONNECTIONS);
    busy.forEach(RawHttp2Connection::close);
  }

  @Test
  void aClosedConnectionMakesRoom() {
    fill();

    plugs.get(0).close();
    TestApiServer.await("room", () -> rig.front().connections() < MAX_CONNECTIONS);
    RawSocket next = open();
    next.send(RawSocket.check("ns", "user", 100));

    assertThat(next.read().whole().passed()).isTrue();
  }

  @Test
  void aFloodIsClosedAndExistingConnectionsAreServed() {
    fill();
    for (int i = 0; i < 50; i++) {
      open().send(RawSocket.check("ns", "flood", 100));
    }

    for (RawSocket each : plugs.subList(MAX_CONNECTIONS, plugs.size())) {
      ApiReply apiReply = each.tryRead();
      if (apiReply != null) {
        assertThat(apiReply.whole().status()).isEqualTo(503);
        assertThat(each.tryRead()).isNull();
      }
    }
    TestApiServer.await("the flood is over", () -> rig.front().connections() <= MAX_CONNECTIONS);
    plugs.get(1).send(RawSocket.check("ns", "flood", 100));
    assertThat(plugs.get(1).read().whole().number("remaining")).isEqualTo(99);
  }
}
