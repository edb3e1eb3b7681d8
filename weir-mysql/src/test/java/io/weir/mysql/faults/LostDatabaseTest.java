// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.mysql.MysqlLedger;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import io.weir.testkit.servers.mariadb.MariaDbServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests a database that is killed, or hangs, while two regions continue. */
@Tag("integration")
class LostDatabaseTest {
  private static final List<String> BUSY = List.of("busy-0", "busy-1", "busy-2");
  private static final List<String> QUIET =
      IntStream.range(0, 20).mapToObj(i -> "quiet-" + i).toList();
  private static final LimitPolicy FIFTY = LimitPolicy.of(50, RegionProcess.WINDOW);

  /** Longer than the timeouts of a statement, a socket and the agents. */
  private static final long STANDSTILL_MILLIS = 11_000;

  private final List<RegionProcess> members = new ArrayList<>();
  private MariaDbServer server;
  private LedgerTableAdmin ledgerTableAdmin;

  @BeforeEach
  void start() {
    server = RequiredServers.ownMysql();
    ledgerTableAdmin = new LedgerTableAdmin(server, "weir");
    for (String region : List.of("eu", "us")) {
      members.add(RegionProcess.start(region, MysqlLedger.open(server.url("weir"))));
    }
    members.forEach(regionProcess -> regionProcess.spendMuch(BUSY));
    ledgerTableAdmin.convergesTo(members, BUSY);
  }

  @AfterEach
  void stop() {
    members.forEach(RegionProcess::close);
    if (server != null) {
      server.close();
    }
  }

  private void isUnavailable() {
    for (RegionProcess regionProcess : members) {
      Eventually.until(
          () -> regionProcess.region() + " went through " + regionProcess.changes(),
          () -> regionProcess.changes().size() == 1);
      assertThat(regionProcess.changes().get(0)).startsWith("away: ");
    }
  }

  private void isBackOnce() {
    for (RegionProcess regionProcess : members) {
      Eventually.until(
          () -> regionProcess.region() + " went through " + regionProcess.changes(),
          () -> regionProcess.changes().size() == 2);
      assertThat(regionProcess.changes().get(1)).startsWith("back: ");
    }
  }

  @Test
  void aKilledDatabaseReceivesEverythingAfterARestart() {
    try (ContinuousCallers continuousCallers = ContinuousCallers.start(members, BUSY)) {
      continuousCallers.goesOn();

      server.kill();
      isUnavailable();
      // Many new cells, and limits that hold within the region.
      members.forEach(regionProcess -> regionProcess.spendMuch(QUIET));
      assertThat(members)
          .allSatisfy(regionProcess ->
              assertThat(regionProcess.admitUnder(FIFTY, "scarce", 80)).isEqualTo(50));
      continuousCallers.goesOn();
      server.restart();
      continuousCallers.goesOn();
    }

    ledgerTableAdmin.convergesTo(members, BUSY);
    ledgerTableAdmin.convergesTo(members, QUIET);
    isBackOnce();
  }

  @Test
  void aDatabaseThatHungReceivesEverythingOnce() {
    try (ContinuousCallers continuousCallers = ContinuousCallers.start(members, BUSY)) {
      continuousCallers.goesOn();

      server.pause();
      members.forEach(regionProcess -> regionProcess.spendMuch(QUIET));
      Eventually.waitMillis(STANDSTILL_MILLIS);
      isUnavailable();
      continuousCallers.goesOn();
      server.resume();
      continuousCallers.goesOn();
    }

    ledgerTableAdmin.convergesTo(members, BUSY);
    ledgerTableAdmin.convergesTo(members, QUIET);
  }
}
