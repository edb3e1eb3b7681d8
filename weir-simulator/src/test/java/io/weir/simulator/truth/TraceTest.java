// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.Page;
import io.weir.ledger.Ledger.Sums;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.simulator.planet.Life;
import io.weir.time.ManualClock;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TraceTest {
  private static final Life LIFE = new Life(3, 1, "region-1/node-0");
  private static final CellKey CELL = new CellKey(new SubjectKey("w", "n", "user-0", 60_000), 9);

  private final ManualClock clock = new ManualClock(1_700_000_000_000L);
  private final Trace trace = new Trace();

  @Test
  @DisplayName("events are sentences with the time that has passed, the latest last")
  void sentences() {
    trace.clock(clock);
    trace.happened("somebody sneezed");
    clock.advanceMillis(1_234);
    trace.published(LIFE, List.of(new Publication(CELL, "a.0", 5, 60_000)));
    trace.read(LIFE, List.of(new Query(CELL, "a.0")));
    trace.pushed(LIFE, List.of(new Component(CELL, "region-1", "", 7)));
    trace.heardFromLedger(LIFE, new Page(List.of(new Sums(CELL, 7, 8)), 0));

    assertThat(trace.events())
        .containsExactly(
            "0 ms  somebody sneezed",
            "1234 ms  region-1/node-0#3 published 5 as a.0 of user-0 in window 9 of 60000 ms",
            "1234 ms  region-1/node-0#3 read user-0 in window 9 of 60000 ms",
            "1234 ms  region-1/node-0#3 pushed 7 of user-0 in window 9 of 60000 ms",
            "1234 ms  region-1/node-0#3 read that other regions have 8 and its region 7 of user-0 in window 9 of"
                + " 60000 ms");
  }

  @Test
  @DisplayName("only the last sixty are kept")
  void theLast() {
    for (int i = 0; i < 100; i++) {
      trace.note("event " + i);
    }

    assertThat(trace.events()).hasSize(60).startsWith("0 ms  event 40").endsWith("0 ms  event 99");
  }

  @Test
  @DisplayName("none is shared by all runs, and remembers nothing of any")
  void none() {
    Trace.NONE.clock(clock);
    Trace.NONE.note("something");
    Trace.NONE.published(LIFE, List.of(new Publication(CELL, "a.0", 5, 60_000)));

    assertThat(Trace.NONE.events()).isEmpty();
  }
}
