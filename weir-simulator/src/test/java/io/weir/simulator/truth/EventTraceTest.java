// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.truth;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.SubjectKey;
import io.weir.ledger.Ledger.CellSums;
import io.weir.ledger.Ledger.Component;
import io.weir.ledger.Ledger.PullPage;
import io.weir.origin.Origin.Publication;
import io.weir.origin.Origin.Query;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.time.ManualClock;
import java.util.List;
import org.junit.jupiter.api.Test;

class EventTraceTest {
  private static final ProcessInstance LIFE = new ProcessInstance(3, 1, "region-1/node-0");
  private static final CellKey CELL = new CellKey(new SubjectKey("w", "n", "user-0", 60_000), 9);

  private final ManualClock clock = new ManualClock(1_700_000_000_000L);
  private final EventTrace eventTrace = new EventTrace();

  @Test
  void eventsAreSentencesWithTheirTime() {
    eventTrace.clock(clock);
    eventTrace.event("somebody sneezed");
    clock.advanceMillis(1_234);
    eventTrace.published(LIFE, List.of(new Publication(CELL, "a.0", 5, 60_000)));
    eventTrace.read(LIFE, List.of(new Query(CELL, "a.0")));
    eventTrace.pushed(LIFE, List.of(new Component(CELL, "region-1", "", 7)));
    eventTrace.ledgerAnswered(LIFE, new PullPage(List.of(new CellSums(CELL, 7, 8)), 0));

    assertThat(eventTrace.events())
        .containsExactly(
            "0 ms  somebody sneezed",
            "1234 ms  region-1/node-0#3 published 5 as a.0 of user-0 in window 9 of 60000 ms",
            "1234 ms  region-1/node-0#3 read user-0 in window 9 of 60000 ms",
            "1234 ms  region-1/node-0#3 pushed 7 of user-0 in window 9 of 60000 ms",
            "1234 ms  region-1/node-0#3 read that other regions have 8 and its region 7 of user-0 in window 9 of"
                + " 60000 ms");
  }

  @Test
  void onlyTheLast60EventsAreKept() {
    for (int i = 0; i < 100; i++) {
      eventTrace.record("event " + i);
    }

    assertThat(eventTrace.events())
        .hasSize(60)
        .startsWith("0 ms  event 40")
        .endsWith("0 ms  event 99");
  }

  @Test
  void theEmptyTraceRemembersNothing() {
    EventTrace.NONE.clock(clock);
    EventTrace.NONE.record("something");
    EventTrace.NONE.published(LIFE, List.of(new Publication(CELL, "a.0", 5, 60_000)));

    assertThat(EventTrace.NONE.events()).isEmpty();
  }
}
