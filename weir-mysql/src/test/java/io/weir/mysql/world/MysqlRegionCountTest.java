// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.LimitPolicy;
import io.weir.Observer.Gauge;
import io.weir.ledger.LedgerOptions;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the number of regions is known without any count, and follows regions that join and leave. */
@Tag("integration")
class MysqlRegionCountTest {
  private static final long HOUR = 3_600_000;

  /** Longer than the heartbeat interval (10 s) of a process that has run for a while. */
  private static final long HEARTBEAT_MILLIS = 11_000;

  private final DatabaseRegions databaseRegions = DatabaseRegions.with(LedgerOptions.defaults());

  @AfterEach
  void leave() {
    databaseRegions.close();
  }

  private static long known(TestProcess testProcess) {
    return testProcess.observer().level(Gauge.REGIONS);
  }

  @Test
  void aNewFleetKnowsItsRegionsBeforeAnyTraffic() {
    List<TestProcess> ten = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      ten.add(databaseRegions.peer("region-" + i));
    }
    databaseRegions.peer("region-0"); // a second process is not another region
    databaseRegions.pass(200);

    assertThat(ten).allMatch(testProcess -> known(testProcess) == 10);
    assertThat(databaseRegions.rows().size()).isZero();
  }

  @Test
  void aJoiningRegionLowersTheThreshold() {
    LimitPolicy thirty = LimitPolicy.of(30, Duration.ofMinutes(10));
    TestProcess a = databaseRegions.peer("a");
    databaseRegions.peer("b");
    databaseRegions.peer("c");
    databaseRegions.pass(1_000);
    a.admit(thirty, "x", 8); // less than a third, more than a quarter
    databaseRegions.pass(HEARTBEAT_MILLIS);
    assertThat(known(a)).isEqualTo(3);
    assertThat(databaseRegions.rows().size()).isZero();

    databaseRegions.peer("d");
    databaseRegions.pass(HEARTBEAT_MILLIS);

    assertThat(known(a)).isEqualTo(4);
    assertThat(databaseRegions.row(thirty, "x", "a")).isEqualTo(8);
  }

  @Test
  void aRegionSilentForADayIsNotCounted() {
    TestProcess a = databaseRegions.peer("a");
    TestProcess b = databaseRegions.peer("b");
    TestProcess c = databaseRegions.peer("c");
    databaseRegions.pass(HEARTBEAT_MILLIS);
    assertThat(known(a)).isEqualTo(3);
    databaseRegions.peers().kill(c);
    databaseRegions.peers().pass(24 * HOUR - 60_000, 600_000);
    databaseRegions.pass(HEARTBEAT_MILLIS);
    assertThat(List.of(known(a), known(b))).containsExactly(3L, 3L);

    databaseRegions.peers().pass(60_000, 10_000);
    databaseRegions.pass(HEARTBEAT_MILLIS);
    assertThat(List.of(known(a), known(b))).containsExactly(2L, 2L);

    TestProcess back = databaseRegions.peer("c");
    databaseRegions.pass(HEARTBEAT_MILLIS);
    assertThat(List.of(known(a), known(b), known(back))).containsExactly(3L, 3L, 3L);
  }
}
