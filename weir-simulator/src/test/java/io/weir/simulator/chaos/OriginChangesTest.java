// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.Decision;
import io.weir.Explanation.CountsByOrigin;
import io.weir.LimitPolicy;
import io.weir.engine.Engine;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.origin.OriginOptions;
import io.weir.simulator.fault.SimulatedFault;
import io.weir.simulator.fault.SimulatedFault.FaultType;
import io.weir.simulator.fleet.FaultInjector;
import io.weir.simulator.fleet.FleetPlan;
import io.weir.simulator.fleet.InjectedBug;
import io.weir.simulator.fleet.MessageListener;
import io.weir.simulator.fleet.ProcessSlot;
import io.weir.simulator.fleet.SimulatedFleet;
import io.weir.simulator.scenario.Scenario.Delay;
import io.weir.simulator.scenario.Scenario.Topology;
import io.weir.simulator.traffic.Spender;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that processes gain, lose and replace their origins one after the other, under load. */
@Tag("stress")
class OriginChangesTest {
  private static final long START = 1_700_002_800_000L; // the start of an hour
  private static final Spender SPENDER =
      new Spender(0, "w", LimitPolicy.of(1_000_000, Duration.ofHours(1)));
  private static final int SEEDS = 40;

  /** Pushes from a thousandth of the limit on, so that no counts remain in an origin that no process uses any more. */
  private static final PushPolicy.PushTerms TERMS = new PushPolicy.PushTerms(1, 250, 500);

  @Test
  void originChangesNeitherLoseNorDuplicateCounts() {
    for (long seed = 1; seed <= SEEDS; seed++) {
      assertThat(wrongViews(seed, InjectedBug.NONE)).as("seed %s", seed).isEmpty();
    }
  }

  @Test
  void countingAllRowsAsTheOwnOriginsIsDetected() {
    int found = 0;
    for (long seed = 1; seed <= SEEDS; seed++) {
      found += wrongViews(seed, new LedgerBugs.AllRowsAsOwn()).isEmpty() ? 0 : 1;
    }

    assertThat(found).isGreaterThan(SEEDS / 2);
  }

  /** Returns the views that differ from the admitted counts, after a minute and a half of changes. */
  private static List<String> wrongViews(long seed, InjectedBug injectedBug) {
    SplittableRandom random = new SplittableRandom(seed);
    Topology topology = new Topology(2, 2, new Delay(0, 2), new Delay(1, 10));
    LedgerOptions ledger = LedgerOptions.defaults().withTerms(TERMS);
    SimulatedFleet simulatedFleet = new SimulatedFleet(
        new FleetPlan(
            topology,
            START,
            Optional.of(OriginOptions.defaults()),
            Optional.of(ledger),
            FleetPlan.AMPLE_SUBJECTS,
            seed,
            injectedBug),
        MessageListener.NONE);
    FaultInjector faultInjector = new FaultInjector(simulatedFleet, changes(random));
    List<CompletableFuture<Decision>> pending = new ArrayList<>();
    for (int tick = 0; tick < 36_000; tick++) { // three minutes, five milliseconds each
      simulatedFleet.advance(5);
      faultInjector.inject();
      if (tick % 40 == 0 && tick < 24_000) {
        simulatedFleet
            .openSlot(random.nextInt(2), random.nextDouble())
            .ifPresent(processSlot ->
                pending.add(processSlot.limiter(SPENDER).checkAsync(SPENDER.identifier(), 1_000)));
      }
    }
    long truth = pending.stream().filter(each -> each.join().allowed()).count() * 1_000;
    List<String> wrong = new ArrayList<>();
    for (ProcessSlot processSlot : simulatedFleet.slots()) {
      long seen = seen(processSlot);
      if (seen != truth) {
        wrong.add(processSlot.name() + " sees " + seen + " of " + truth);
      }
    }
    return wrong;
  }

  /** Returns changes that affect one process after the other, with time in between for the counts to propagate. */
  private static List<SimulatedFault> changes(SplittableRandom random) {
    FaultType[] kinds = {FaultType.ADD_ORIGIN, FaultType.REMOVE_ORIGIN, FaultType.REPLACE_ORIGIN};
    List<SimulatedFault> changes = new ArrayList<>();
    for (long at = 20_000; at < 110_000; at += random.nextLong(14_000, 25_000)) {
      String place = SimulatedFleet.regionName(random.nextInt(2)) + "/node-" + random.nextInt(2);
      changes.add(new SimulatedFault(
          kinds[random.nextInt(kinds.length)], place, at, random.nextLong(100, 1_000), 0));
    }
    return changes;
  }

  private static long seen(ProcessSlot processSlot) {
    Engine engine = processSlot.engine();
    if (engine == null) {
      return -1;
    }
    // A check of cost 0 makes a process that does not know the subject ask its stores.
    Decision look =
        processSlot.limiter(SPENDER).checkAsync(SPENDER.identifier(), 0).getNow(null);
    CountsByOrigin countsByOrigin = look == null
        ? engine.inspect(SPENDER.key()).orElseThrow().current()
        : look.explain().current();
    return countsByOrigin.own() + countsByOrigin.siblings() + countsByOrigin.foreign();
  }
}
