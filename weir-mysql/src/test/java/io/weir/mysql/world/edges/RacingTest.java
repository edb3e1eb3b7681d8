// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.Limit;
import io.weir.ledger.LedgerOptions;
import io.weir.mysql.world.Regions;
import io.weir.testkit.fleet.DistantLedger;
import io.weir.testkit.fleet.VirtualNetwork;
import io.weir.testkit.fleet.VirtualNetwork.Weather;
import io.weir.testkit.rig.Peer;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.SplittableRandom;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes of one region that write the same row, in an order that the seed decides. */
class RacingTest {
  private static final Limit LIMIT = Limit.of(100_000, Duration.ofMinutes(10));
  private static final int SECONDS = 60;

  /** Pushes take up to a second each way, so that they overtake each other, and some arrive once more much later. */
  private static final Weather SLOW = new Weather(1, 1_000, 0, 0, 0.2);

  private static Peer distant(Regions regions, VirtualNetwork network, String name) {
    var ledger = new DistantLedger(network, name, "database", regions.ledger());
    return regions.peer("a", builder -> builder.ledger(ledger));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  @DisplayName(
      "the region's row only grows, is exact in the end, and one of the two writes most of it")
  void aRowOnlyGrowsAndOneProcessLeads(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    try (Regions regions =
        Regions.with(LedgerOptions.defaults().withMinimumRegions(2), 100 * seed)) {
      VirtualNetwork network = new VirtualNetwork(regions.peers().clock(), random.nextLong());
      network.weather(SLOW);
      List<Peer> two = List.of(distant(regions, network, "one"), distant(regions, network, "two"));
      Peer b = regions.peer("b");
      b.admit(LIMIT, "x", 60_000); // so that every second's growth is told
      long row = 0;
      long spent = 0;
      for (int step = 0; step < 100 * SECONDS; step++) {
        regions.peers().clock().advanceMillis(10);
        int delivered = network.deliver();
        if (random.nextInt(10) == 0) {
          two.get(random.nextInt(2)).check(LIMIT, "x");
          spent++;
        }
        List.of(two.get(0), two.get(1), b).get(random.nextInt(3)).settle();
        if (delivered > 0) {
          long now = regions.row(LIMIT, "x", "a");
          assertThat(now).as("after step %s", step).isBetween(row, spent);
          row = now;
        }
      }
      LongSummaryStatistics writes =
          two.stream().mapToLong(peer -> peer.tally().of(Event.LEDGER_PUSHED)).summaryStatistics();
      System.out.println(writes + " " + spent);
      for (int i = 0; i < 1_000; i++) {
        regions.pass(10);
        network.deliver();
      }

      assertThat(regions.row(LIMIT, "x", "a")).isEqualTo(spent);
      assertThat(b.sees(LIMIT, "x").foreign()).isEqualTo(spent);
    }
  }
}
