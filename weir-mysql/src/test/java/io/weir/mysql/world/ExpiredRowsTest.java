// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.LimitPolicy;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.PushPolicy;
import io.weir.mysql.DatabaseMaintenance;
import io.weir.mysql.MysqlLedger;
import io.weir.mysql.MysqlOptions;
import io.weir.testkit.rig.TestProcess;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.RequiredServers;
import io.weir.time.EpochClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that expired rows are deleted, and others stay. */
@Tag("integration")
class ExpiredRowsTest {
  private static final long HOUR = 3_600_000;

  /** Returns a component whose cell stops to matter at about this time, at a whole minute. */
  private static Component expiringAt(long epochMillis, String identifier) {
    SubjectKey subject = new SubjectKey("w", "n", identifier, 60_000);
    return new Component(new CellKey(subject, epochMillis / 60_000 - 2), "a", "", 6);
  }

  @Test // 16
  void theCommandDeletesOnlyExpiredRows() {
    String url = RequiredServers.mysql();
    long now = EpochClock.system().epochMillis();
    List<Component> components = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      components.add(expiringAt(now - HOUR, "gone-" + i));
    }
    for (int i = 0; i < 2; i++) {
      components.add(expiringAt(now + HOUR, "live-" + i));
    }
    try (MysqlLedger ledger = MysqlLedger.open(MysqlOptions.at(url).clean(false).build());
        VirtualTimeDataSource source = new VirtualTimeDataSource(url, EpochClock.system())) {
      assertThat(Eventually.await(ledger.push(components))).isEmpty();

      long deleted = DatabaseMaintenance.clean(MysqlOptions.at(url).build(), 2, progress -> {});

      assertThat(deleted).isEqualTo(5);
      assertThat(new LedgerRows(source)
              .lines("SELECT identifier FROM ratelimit_window_counts ORDER BY identifier"))
          .containsExactly("live-0", "live-1");
    }
  }

  @Test
  void aJoiningProcessCleansExpiredRows() {
    LimitPolicy minute = LimitPolicy.of(10, Duration.ofMinutes(1));
    LimitPolicy hour = LimitPolicy.of(10, Duration.ofHours(1));
    try (DatabaseRegions databaseRegions = DatabaseRegions.under(PushPolicy.WEIR)) {
      TestProcess a = databaseRegions.peer("a");
      a.admit(minute, "x", 10);
      a.admit(hour, "x", 10);
      databaseRegions.converge();
      CellKey lasting = databaseRegions.cell(hour, "x");
      assertThat(databaseRegions.rows().size()).isEqualTo(2);
      databaseRegions.peers().pass(170_000, 1_000);
      TestProcess b = databaseRegions.peer("b");
      databaseRegions.pass(100);
      assertThat(databaseRegions.rows().size())
          .as("expired, but not a minute ago")
          .isEqualTo(2);
      databaseRegions.peers().pass(180_000, 1_000);
      databaseRegions.peer("c");
      databaseRegions.pass(100);

      assertThat(databaseRegions.rows().size()).isEqualTo(1);
      assertThat(databaseRegions.rows().count(lasting, "a")).isEqualTo(10);
      assertThat(b.check(hour, "x").allowed()).isFalse();
    }
  }
}
