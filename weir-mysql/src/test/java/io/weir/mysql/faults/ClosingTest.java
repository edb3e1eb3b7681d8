// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeout;

import io.weir.engine.Engine;
import io.weir.mysql.MysqlLedger;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.FaultProxy;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.mariadb.JdbcUrl;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A process ends while its database is away, slow, or in use. */
@Tag("integration")
class ClosingTest {
  /** Three times what a second for the last push and two for the pool add up to, and the machine's share. */
  private static final Duration BOUND = Duration.ofSeconds(15);

  private MariaDbServer server;
  private Table table;

  @BeforeEach
  void start() {
    server = Needs.ownMysql();
    table = new Table(server, "weir");
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private Member startHasty() {
    Member member = new Member(
        "eu", Engine.builder().ledger(MysqlLedger.open(server.url("weir"))).closeMillis(1_000));
    member.engine().start();
    member.check("alice");
    Eventually.until("alice is told", () -> table.count("eu", "alice") == 1);
    return member;
  }

  @Test
  @DisplayName(
      "closing does not wait for a database that is gone, and what was told before stays told")
  void closingDoesNotWaitForAKilledDatabase() {
    Member member = startHasty();

    server.kill();
    member.check("alice");

    assertTimeout(BOUND, member::close);
    server.restart();
    assertThat(table.count("eu", "alice")).isEqualTo(1);
  }

  @Test
  @DisplayName("closing does not wait for a database that stands still")
  void closingDoesNotWaitForADatabaseThatStandsStill() {
    Member member = startHasty();

    server.pause();
    member.check("alice");

    assertTimeout(BOUND, member::close);
    server.resume();
  }

  @Test
  @DisplayName(
      "closing under traffic leaves every admitted unit in the ledger, also when a push is under way")
  void everyAdmittedUnitIsInTheLedger() {
    try (FaultProxy proxy = FaultProxy.start(server.port())) {
      String url = new JdbcUrl(
              "jdbc:mariadb://127.0.0.1:" + proxy.port(), "user=root&sslMode=disable")
          .of("weir");
      for (int round = 0; round < 3; round++) {
        String identifier = "shared-" + round;
        Member member = Member.startWithoutOrigin("eu", MysqlLedger.open(url));
        // So slow that there is hardly a moment without a push under way.
        proxy.delayMillis(60);

        long admitted = admitUntilClosed(member, identifier);

        proxy.delayMillis(0);
        assertThat(table.count("eu", identifier)).isEqualTo(admitted);
        // That calls under way end with the ledger is nothing to warn of.
        assertThat(member.changes()).isEmpty();
      }
    }
  }

  private long admitUntilClosed(Member member, String identifier) {
    LongAdder admitted = new LongAdder();
    List<Thread> callers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      callers.add(new Thread(() -> call(member, identifier, admitted), "caller"));
    }
    callers.forEach(Thread::start);
    Eventually.until("something is told", () -> table.count("eu", identifier) > 0);
    member.close();
    callers.forEach(
        caller -> Eventually.until("a caller hears of the end", () -> !caller.isAlive()));
    return admitted.sum();
  }

  private static void call(Member member, String identifier, LongAdder admitted) {
    try {
      while (true) {
        admitted.add(member.check(identifier).allowed() ? 1 : 0);
        Thread.onSpinWait();
      }
    } catch (IllegalStateException closed) {
      // As it should be.
    }
  }
}
