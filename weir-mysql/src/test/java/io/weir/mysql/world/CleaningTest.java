// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.Limit;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.PushPolicy;
import io.weir.mysql.Maintenance;
import io.weir.mysql.MysqlLedger;
import io.weir.mysql.MysqlOptions;
import io.weir.testkit.rig.Peer;
import io.weir.testkit.servers.Eventually;
import io.weir.testkit.servers.Needs;
import io.weir.time.EpochClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is over leaves the table; what is not, stays. */
@Tag("integration")
class CleaningTest {
  private static final long HOUR = 3_600_000;

  /** A component whose cell stops to matter about then, at a whole minute. */
  private static Component expiringAt(long epochMillis, String identifier) {
    SubjectKey subject = new SubjectKey("w", "n", identifier, 60_000);
    return new Component(new CellKey(subject, epochMillis / 60_000 - 2), "a", "", 6);
  }

  @Test // 16
  @DisplayName(
      "the command deletes five rows that expired an hour ago and leaves two that have an hour left")
  void theCommandDeletesWhatHasExpired() {
    String url = Needs.mysql();
    long now = EpochClock.system().epochMillis();
    List<Component> components = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      components.add(expiringAt(now - HOUR, "gone-" + i));
    }
    for (int i = 0; i < 2; i++) {
      components.add(expiringAt(now + HOUR, "live-" + i));
    }
    try (MysqlLedger ledger = MysqlLedger.open(MysqlOptions.at(url).clean(false).build());
        VirtualTime source = new VirtualTime(url, EpochClock.system())) {
      assertThat(Eventually.answer(ledger.push(components))).isEmpty();

      long deleted = Maintenance.clean(MysqlOptions.at(url).build(), 2, progress -> {});

      assertThat(deleted).isEqualTo(5);
      assertThat(new Rows(source)
              .lines("SELECT identifier FROM ratelimit_window_counts ORDER BY identifier"))
          .containsExactly("live-0", "live-1");
    }
  }

  @Test
  @DisplayName(
      "a process that joins deletes what the world left behind, and nothing that still weighs")
  void aProcessThatJoinsCleans() {
    Limit minute = Limit.of(10, Duration.ofMinutes(1));
    Limit hour = Limit.of(10, Duration.ofHours(1));
    try (Regions regions = Regions.under(PushPolicy.WEIR)) {
      Peer a = regions.peer("a");
      a.admit(minute, "x", 10);
      a.admit(hour, "x", 10);
      regions.converge();
      CellKey lasting = regions.cell(hour, "x");
      assertThat(regions.rows().size()).isEqualTo(2);
      regions.peers().pass(170_000, 1_000);
      Peer b = regions.peer("b");
      regions.pass(100);
      assertThat(regions.rows().size()).as("expired, but not a minute ago").isEqualTo(2);
      regions.peers().pass(180_000, 1_000);
      regions.peer("c");
      regions.pass(100);

      assertThat(regions.rows().size()).isEqualTo(1);
      assertThat(regions.rows().count(lasting, "a")).isEqualTo(10);
      assertThat(b.check(hour, "x").allowed()).isFalse();
    }
  }
}
