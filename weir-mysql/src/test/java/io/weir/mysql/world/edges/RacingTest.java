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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes of one region that write the same row, in an order that the seed decides. */
@Tag("integration")
class RacingTest {
  private static final Limit LIMIT = Limit.of(100_000, Duration.ofMinutes(10));
  private static final int SECONDS = 60;

  /** Pushes take up to a second each way, so that they overtake each other, and some arrive once more much later. */
  private static final Weather SLOW = new Weather(1, 1_000, 0, 0, 0.2);

  /** As far as another continent is. */
  private static final Weather USUAL = new Weather(20, 60, 0, 0, 0);

  /** The two, and a region that spends as well, so that every second's growth is told. */
  private static final class Race implements AutoCloseable {
    private final SplittableRandom random;
    private final Regions regions;
    private final VirtualNetwork network;
    private final List<Peer> two;
    private final Peer other;
    private long spent;
    private long row;

    Race(long seed, Weather weather) {
      random = new SplittableRandom(seed);
      regions = Regions.with(LedgerOptions.defaults().withMinimumRegions(2), 100 * seed);
      network = new VirtualNetwork(regions.peers().clock(), random.nextLong());
      network.weather(weather);
      two = List.of(distant("one"), distant("two"));
      other = regions.peer("b");
      other.admit(LIMIT, "x", 60_000);
    }

    private Peer distant(String name) {
      var ledger = new DistantLedger(network, name, "database", regions.ledger());
      return regions.peer("a", builder -> builder.ledger(ledger));
    }

    /** One of the three has its turn, and the row is looked at whenever something may have reached it. */
    private void step() {
      regions.peers().clock().advanceMillis(10);
      int delivered = network.deliver();
      if (random.nextInt(10) == 0) {
        assertThat(two.get(random.nextInt(2)).check(LIMIT, "x").allowed()).isTrue();
        spent++;
      }
      List.of(two.get(0), two.get(1), other).get(random.nextInt(3)).settle();
      if (delivered > 0) {
        long now = regions.row(LIMIT, "x", "a");
        assertThat(now).as("after %s units", spent).isBetween(row, spent);
        row = now;
      }
    }

    private LongSummaryStatistics writes() {
      return two.stream()
          .mapToLong(peer -> peer.tally().of(Event.LEDGER_PUSHED))
          .summaryStatistics();
    }

    private void comeToRest() {
      for (int i = 0; i < 1_000; i++) {
        regions.pass(10);
        network.deliver();
      }
    }

    @Override
    public void close() {
      regions.close();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  @DisplayName(
      "pushes that overtake each other or come twice never lower the row, which is exact in the end")
  void theRowOnlyGrows(long seed) {
    try (Race race = new Race(seed, SLOW)) {
      for (int i = 0; i < 100 * SECONDS; i++) {
        race.step();
      }
      race.comeToRest();

      assertThat(race.regions.row(LIMIT, "x", "a")).isEqualTo(race.spent).isGreaterThan(400);
      assertThat(race.other.sees(LIMIT, "x").foreign()).isEqualTo(race.spent);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  @DisplayName("two processes together write the row no more often than one would")
  void oneProcessLeads(long seed) {
    try (Race race = new Race(seed, USUAL)) {
      for (int i = 0; i < 100 * SECONDS; i++) {
        race.step();
      }
      LongSummaryStatistics writes = race.writes();

      // Each for itself would write about twice a second, as one does whose news is told within
      // half a second.
      assertThat(writes.getSum()).as("together").isBetween((long) SECONDS, 2L * SECONDS);
    }
  }
}
