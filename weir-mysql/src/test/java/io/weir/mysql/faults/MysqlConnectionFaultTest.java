// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.mysql.MysqlLedger;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.JdbcUrl;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests statements that arrive in part, or without their sender learning of it, or not at all. One region has a bad
 * connection, the other a good one. The table must never exceed what was admitted, and must reach it in the end.
 */
@Tag("integration")
class MysqlConnectionFaultTest {
  /**
   * More than fits in one statement, so that several can be interrupted, and more bytes than are sent in one piece.
   */
  private static final List<String> IDENTIFIERS =
      IntStream.range(0, 700).mapToObj(i -> "user-" + i).toList();

  private static MariaDbServer server;

  private final String database = "weir_" + System.identityHashCode(this);
  private FaultProxy proxy;
  private LedgerTableAdmin ledgerTableAdmin;
  private RegionProcess bad;
  private RegionProcess good;

  @BeforeAll
  static void startServer() {
    server = RequiredServers.ownMysql();
  }

  @AfterAll
  static void stopServer() {
    if (server != null) {
      server.close();
    }
  }

  @BeforeEach
  void start() {
    proxy = FaultProxy.start(server.port());
    ledgerTableAdmin = new LedgerTableAdmin(server, database);
    bad = RegionProcess.startWithoutOrigin(
        "eu",
        MysqlLedger.open(
            new JdbcUrl("jdbc:mariadb://127.0.0.1:" + proxy.port(), "user=root&sslMode=disable")
                .of(database)));
    good = RegionProcess.startWithoutOrigin("us", MysqlLedger.open(server.url(database)));
    spend();
    ledgerTableAdmin.convergesTo(List.of(bad, good), IDENTIFIERS);
  }

  @AfterEach
  void stop() {
    if (proxy != null) {
      proxy.close();
      bad.close();
      good.close();
    }
  }

  private boolean isPushed(String identifier) {
    return ledgerTableAdmin.count("eu", identifier) == bad.admitted(identifier);
  }

  private void spend() {
    IDENTIFIERS.forEach(bad::check);
    IDENTIFIERS.forEach(good::check);
  }

  @Test
  void interruptedStatementsAreRetriedAndCountOnce() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 4; round++) {
      long soon = random.nextLong(5_000, 120_000);
      long accepted = proxy.accepted();
      proxy.cutAfterBytes(soon);
      spend();
      Eventually.until(() -> "cut after " + soon + " bytes", () -> {
        spend();
        return proxy.accepted() > accepted;
      });
    }

    ledgerTableAdmin.convergesTo(List.of(bad, good), IDENTIFIERS);
    assertThat(bad.times(Event.LEDGER_PUSH_FAILED)).isPositive();
    assertThat(good.times(Event.LEDGER_PUSH_FAILED)).isZero();
  }

  @Test
  void pushesWithLostAnswersAreRetriedAndCountOnce() {
    Eventually.until("pushes lose their answers", () -> {
      proxy.loseReplies();
      spend();
      Eventually.until("the statement is committed", () -> isPushed("user-0"));
      proxy.cut();
      return bad.times(Event.LEDGER_PUSH_FAILED) >= 3;
    });

    ledgerTableAdmin.convergesTo(List.of(bad, good), IDENTIFIERS);
  }

  @Test
  void statementsOnUnresponsiveConnectionsAreRetried() {
    proxy.blackHoleExisting();
    spend();

    ledgerTableAdmin.convergesTo(List.of(bad, good), IDENTIFIERS);
    assertThat(good.changes()).isEmpty();
  }
}
