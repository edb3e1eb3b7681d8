// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.mysql.MysqlLedger;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.mariadb.JdbcUrl;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Statements arrive in part, or without their sender learning of it, or nowhere. One region has a bad connection, the other
 * a good one; what stands in the table must never exceed the truth, and reach it in the end.
 */
@Tag("integration")
class BadConnectionTest {
  /** More than one statement holds, so that there are several to be cut, and of more bytes than go in one piece. */
  private static final List<String> IDENTIFIERS =
      IntStream.range(0, 700).mapToObj(i -> "user-" + i).toList();

  private static MariaDbServer server;

  private final String database = "weir_" + System.identityHashCode(this);
  private FaultProxy proxy;
  private Table table;
  private Member bad;
  private Member good;

  @BeforeAll
  static void startServer() {
    server = Needs.ownMysql();
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
    table = new Table(server, database);
    bad = Member.startWithoutOrigin(
        "eu",
        MysqlLedger.open(
            new JdbcUrl("jdbc:mariadb://127.0.0.1:" + proxy.port(), "user=root&sslMode=disable")
                .of(database)));
    good = Member.startWithoutOrigin("us", MysqlLedger.open(server.url(database)));
    spend();
    table.convergesTo(List.of(bad, good), IDENTIFIERS);
  }

  @AfterEach
  void stop() {
    if (proxy != null) {
      proxy.close();
      bad.close();
      good.close();
    }
  }

  private boolean isTold(String identifier) {
    return table.count("eu", identifier) == bad.admitted(identifier);
  }

  private void spend() {
    IDENTIFIERS.forEach(bad::check);
    IDENTIFIERS.forEach(good::check);
  }

  @Test
  @DisplayName("statements that are cut in their middle are said again, and count once")
  void statementsThatAreCutCountOnce() {
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

    table.convergesTo(List.of(bad, good), IDENTIFIERS);
    assertThat(bad.times(Event.LEDGER_PUSH_FAILED)).isPositive();
    assertThat(good.times(Event.LEDGER_PUSH_FAILED)).isZero();
  }

  @Test
  @DisplayName(
      "a push that was committed, but whose answer got lost, is pushed again and counts once")
  void pushesWhoseAnswersAreLostCountOnce() {
    Eventually.until("pushes lose their answers", () -> {
      proxy.loseReplies();
      spend();
      Eventually.until("the statement is committed", () -> isTold("user-0"));
      proxy.cut();
      return bad.times(Event.LEDGER_PUSH_FAILED) >= 3;
    });

    table.convergesTo(List.of(bad, good), IDENTIFIERS);
  }

  @Test
  @DisplayName(
      "connections that swallow everything are given up, and what they swallowed is said again on new ones")
  void connectionsThatSwallowEverythingAreReplaced() {
    proxy.blackHoleExisting();
    spend();

    table.convergesTo(List.of(bad, good), IDENTIFIERS);
    assertThat(good.changes()).isEmpty();
  }
}
