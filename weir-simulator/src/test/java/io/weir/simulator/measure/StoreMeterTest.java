// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.LimitPolicy;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.CellSums;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.PullPage;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.result.Run.Cost;
import io.weir.simulator.result.Run.Sample;
import io.weir.simulator.traffic.Spender;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreMeterTest {
  private static final ProcessInstance LIFE = new ProcessInstance(0, 0, "region-0/node-0");
  private static final CellKey CELL = new CellKey(new SubjectKey("w", "n", "user-0", 60_000), 1);

  private static final Spender TEN = new Spender(0, "w", LimitPolicy.of(10, Duration.ofMinutes(1)));

  private final StoreMeter storeMeter = new StoreMeter();

  private void callEverythingOnce() {
    storeMeter.published(LIFE, Collections.nCopies(2, new Publication(CELL, "a.0", 1, 1)));
    storeMeter.read(LIFE, Collections.nCopies(3, new Query(CELL, "a.0")));
    storeMeter.heartbeat(LIFE, false, "a");
    storeMeter.pushed(LIFE, Collections.nCopies(5, new Component(CELL, "region-0", "", 1)));
    storeMeter.pulled(LIFE, new PullPage(Collections.nCopies(7, new CellSums(CELL, 1, 1)), 1));
    storeMeter.heartbeat(LIFE, true, "a");
  }

  @Test
  void callsAndCellsAreCountedSeparately() {
    callEverythingOnce();
    callEverythingOnce();

    assertThat(storeMeter.cost()).isEqualTo(new Cost(4, 6, 6, 6, 10, 14));
  }

  @Test
  void resettingForgetsEarlierTraffic() {
    callEverythingOnce();
    storeMeter.reset();
    callEverythingOnce();
    storeMeter.advanceTo(1_000, spender -> 0);

    assertThat(storeMeter.cost()).isEqualTo(new Cost(2, 3, 3, 3, 5, 7));
    assertThat(storeMeter.samples()).containsExactly(new Sample(1_000, 0, 0, 0, 3, 5, 7));
  }

  @Test
  void everySecondHasItsOwnSample() {
    storeMeter.offered(10);
    storeMeter.admitted(4, TEN, 4);
    storeMeter.admitted(2, TEN, 3);
    callEverythingOnce();
    storeMeter.advanceTo(995, spender -> 4);
    storeMeter.advanceTo(1_000, spender -> 3);
    storeMeter.offered(1);
    storeMeter.advanceTo(1_005, spender -> 3);
    storeMeter.advanceTo(2_000, spender -> 3);
    storeMeter.advanceTo(3_000, spender -> 1);

    assertThat(storeMeter.samples())
        .isEqualTo(List.of(
            new Sample(1_000, 10, 6, 0.4, 3, 5, 7),
            new Sample(2_000, 1, 0, 0.3, 0, 0, 0),
            new Sample(3_000, 0, 0, 0.1, 0, 0, 0)));
  }
}
