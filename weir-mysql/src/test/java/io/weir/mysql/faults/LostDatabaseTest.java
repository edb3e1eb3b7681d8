// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Limit;
import io.weir.mysql.MysqlLedger;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The database is killed, or stands still, while two regions go on. */
@Tag("integration")
class LostDatabaseTest {
  private static final List<String> BUSY = List.of("busy-0", "busy-1", "busy-2");
  private static final List<String> QUIET =
      IntStream.range(0, 20).mapToObj(i -> "quiet-" + i).toList();
  private static final Limit FIFTY = Limit.of(50, Member.WINDOW);

  /** Longer than a statement, a socket and the agents wait. */
  private static final long STANDSTILL_MILLIS = 11_000;

  private final List<Member> members = new ArrayList<>();
  private MariaDbServer server;
  private Table table;

  @BeforeEach
  void start() {
    server = Needs.ownMysql();
    table = new Table(server, "weir");
    for (String region : List.of("eu", "us")) {
      members.add(Member.start(region, MysqlLedger.open(server.url("weir"))));
    }
    members.forEach(member -> member.spendMuch(BUSY));
    table.convergesTo(members, BUSY);
  }

  @AfterEach
  void stop() {
    members.forEach(Member::close);
    if (server != null) {
      server.close();
    }
  }

  private void isAway() {
    for (Member member : members) {
      Eventually.until(
          () -> member.region() + " went through " + member.changes(),
          () -> member.changes().size() == 1);
      assertThat(member.changes().get(0)).startsWith("away: ");
    }
  }

  private void isBackOnce() {
    for (Member member : members) {
      Eventually.until(
          () -> member.region() + " went through " + member.changes(),
          () -> member.changes().size() == 2);
      assertThat(member.changes().get(1)).startsWith("back: ");
    }
  }

  @Test
  @DisplayName(
      "a database that was killed under traffic and came back is told everything, and tells it to the other region")
  void aKilledDatabaseIsToldEverythingOnceItIsBack() {
    try (Traffic traffic = Traffic.start(members, BUSY)) {
      traffic.goesOn();

      server.kill();
      isAway();
      // Much that is new, and limits that hold within the region.
      members.forEach(member -> member.spendMuch(QUIET));
      assertThat(members)
          .allSatisfy(
              member -> assertThat(member.admitUnder(FIFTY, "scarce", 80)).isEqualTo(50));
      traffic.goesOn();
      server.restart();
      traffic.goesOn();
    }

    table.convergesTo(members, BUSY);
    table.convergesTo(members, QUIET);
    isBackOnce();
  }

  @Test
  @DisplayName(
      "a database that stood still for longer than anybody waits is told everything, and nothing twice")
  void aDatabaseThatStoodStillIsToldEverything() {
    try (Traffic traffic = Traffic.start(members, BUSY)) {
      traffic.goesOn();

      server.pause();
      members.forEach(member -> member.spendMuch(QUIET));
      Eventually.letPass(STANDSTILL_MILLIS);
      isAway();
      traffic.goesOn();
      server.resume();
      traffic.goesOn();
    }

    table.convergesTo(members, BUSY);
    table.convergesTo(members, QUIET);
  }
}
