// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.Limit;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.Page;
import io.weir.ledger.Ledger.Sums;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.simulator.planet.Life;
import io.weir.simulator.result.Run.Cost;
import io.weir.simulator.result.Run.Sample;
import io.weir.simulator.traffic.Spender;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class MeterTest {
  private static final Life LIFE = new Life(0, 0, "region-0/node-0");
  private static final CellKey CELL = new CellKey(new SubjectKey("w", "n", "user-0", 60_000), 1);

  private static final Spender TEN = new Spender(0, "w", Limit.of(10, Duration.ofMinutes(1)));

  private final Meter meter = new Meter();

  private void everythingOnce() {
    meter.published(LIFE, Collections.nCopies(2, new Publication(CELL, "a.0", 1, 1)));
    meter.read(LIFE, Collections.nCopies(3, new Query(CELL, "a.0")));
    meter.beat(LIFE, false, "a");
    meter.pushed(LIFE, Collections.nCopies(5, new Component(CELL, "region-0", "", 1)));
    meter.pulled(LIFE, new Page(Collections.nCopies(7, new Sums(CELL, 1, 1)), 1));
    meter.beat(LIFE, true, "a");
  }

  @Test
  @DisplayName("calls count once, however many cells they carry, and cells count each")
  void costs() {
    everythingOnce();
    everythingOnce();

    assertThat(meter.cost()).isEqualTo(new Cost(4, 6, 6, 6, 10, 14));
  }

  @Test
  @DisplayName("what came before the traffic is forgotten")
  void reset() {
    everythingOnce();
    meter.reset();
    everythingOnce();
    meter.at(1_000, spender -> 0);

    assertThat(meter.cost()).isEqualTo(new Cost(2, 3, 3, 3, 5, 7));
    assertThat(meter.samples()).containsExactly(new Sample(1_000, 0, 0, 0, 3, 5, 7));
  }

  @Test
  @DisplayName("there is a sample for every second, and each has only what happened in it")
  void samples() {
    meter.offered(10);
    meter.admitted(4, TEN, 4);
    meter.admitted(2, TEN, 3);
    everythingOnce();
    meter.at(995, spender -> 4);
    meter.at(1_000, spender -> 3);
    meter.offered(1);
    meter.at(1_005, spender -> 3);
    meter.at(2_000, spender -> 3);
    meter.at(3_000, spender -> 1);

    assertThat(meter.samples())
        .isEqualTo(List.of(
            new Sample(1_000, 10, 6, 0.4, 3, 5, 7),
            new Sample(2_000, 1, 0, 0.3, 0, 0, 0),
            new Sample(3_000, 0, 0, 0.1, 0, 0, 0)));
  }
}
