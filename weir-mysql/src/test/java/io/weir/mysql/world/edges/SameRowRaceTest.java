// SPDX-License-Identifier: Apache-2.0
package io.weir.mysql.world.edges;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Event;
import io.weir.LimitPolicy;
import io.weir.ledger.LedgerOptions;
import io.weir.mysql.world.DatabaseRegions;
import io.weir.simulator.fleet.MessageListener;
import io.weir.simulator.fleet.NetworkedLedger;
import io.weir.simulator.fleet.ProcessInstance;
import io.weir.simulator.fleet.VirtualNetwork;
import io.weir.simulator.fleet.VirtualNetwork.NetworkConditions;
import io.weir.testkit.rig.TestProcess;
import java.time.Duration;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests two processes of one region that write the same row, in an order that the seed decides. */
@Tag("integration")
class SameRowRaceTest {
  private static final LimitPolicy LIMIT = LimitPolicy.of(100_000, Duration.ofMinutes(10));
  private static final int SECONDS = 60;

  /** Pushes take up to a second each way, so that they overtake each other, and some arrive once more much later. */
  private static final NetworkConditions SLOW = new NetworkConditions(1, 1_000, 0, 0, 0.2);

  /** Delays like those to another continent. */
  private static final NetworkConditions DEFAULT = new NetworkConditions(20, 60, 0, 0, 0);

  /** The two processes, and a region that also spends, so that every second's growth is pushed. */
  private static final class Race implements AutoCloseable {
    private final SplittableRandom random;
    private final DatabaseRegions databaseRegions;
    private final VirtualNetwork network;
    private final List<TestProcess> two;
    private final TestProcess other;
    private long spent;
    private long row;

    Race(long seed, NetworkConditions networkConditions) {
      random = new SplittableRandom(seed);
      databaseRegions =
          DatabaseRegions.with(LedgerOptions.defaults().withMinimumRegions(2), 100 * seed);
      network = new VirtualNetwork(databaseRegions.peers().clock(), random.nextLong());
      network.conditions(networkConditions);
      two = List.of(distant(0), distant(1));
      other = databaseRegions.peer("b");
      other.admit(LIMIT, "x", 60_000);
    }

    private TestProcess distant(int number) {
      ProcessInstance process = new ProcessInstance(number, 0, "a/" + number);
      var ledger =
          new NetworkedLedger(network, process, databaseRegions.ledger(), MessageListener.NONE);
      return databaseRegions.peer("a", builder -> builder.ledger(ledger));
    }

    /** Steps one of the three, and checks the row whenever a write may have reached it. */
    private void step() {
      databaseRegions.peers().clock().advanceMillis(10);
      int delivered = network.deliver();
      if (random.nextInt(10) == 0) {
        assertThat(two.get(random.nextInt(2)).check(LIMIT, "x").allowed()).isTrue();
        spent++;
      }
      List.of(two.get(0), two.get(1), other).get(random.nextInt(3)).settle();
      if (delivered > 0) {
        long now = databaseRegions.row(LIMIT, "x", "a");
        assertThat(now).as("after %s units", spent).isBetween(row, spent);
        row = now;
      }
    }

    private LongSummaryStatistics writes() {
      return two.stream()
          .mapToLong(testProcess -> testProcess.observer().of(Event.LEDGER_PUSHED))
          .summaryStatistics();
    }

    private void comeToRest() {
      for (int i = 0; i < 1_000; i++) {
        databaseRegions.pass(10);
        network.deliver();
      }
    }

    @Override
    public void close() {
      databaseRegions.close();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void racingPushesNeverLowerTheRow(long seed) {
    try (Race race = new Race(seed, SLOW)) {
      for (int i = 0; i < 100 * SECONDS; i++) {
        race.step();
      }
      race.comeToRest();

      assertThat(race.databaseRegions.row(LIMIT, "x", "a"))
          .isEqualTo(race.spent)
          .isGreaterThan(400);
      assertThat(race.other.sees(LIMIT, "x").foreign()).isEqualTo(race.spent);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void twoProcessesWriteTheRowAsOftenAsOne(long seed) {
    try (Race race = new Race(seed, DEFAULT)) {
      for (int i = 0; i < 100 * SECONDS; i++) {
        race.step();
      }
      LongSummaryStatistics writes = race.writes();

      // Each process by itself would write about twice a second, like one whose growth is pushed
      // within half a second.
      assertThat(writes.getSum()).as("together").isBetween((long) SECONDS, 2L * SECONDS);
    }
  }
}
