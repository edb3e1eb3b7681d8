// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import io.weir.Decision;
import io.weir.LimitPolicy;
import io.weir.benchmarks.ledger.store.CountedLedger;
import io.weir.benchmarks.ledger.traffic.Spender;
import io.weir.benchmarks.ledger.view.Watch;
import io.weir.engine.Engine;
import io.weir.engine.Limiter;
import io.weir.ledger.Ledger;
import io.weir.ledger.LedgerOptions;
import io.weir.ledger.PushPolicy;
import io.weir.memory.MemoryPlan;
import io.weir.origin.InMemoryOrigin;
import io.weir.testkit.fleet.RemoteLedger;
import io.weir.testkit.fleet.RemoteOrigin;
import io.weir.testkit.fleet.VirtualNetwork;
import io.weir.testkit.fleet.VirtualNetwork.NetworkConditions;
import io.weir.time.ManualClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** Real engines in several regions, stepped by one thread in virtual time: near to their origins, far from their ledger. */
final class Planet {
  /*
   * Engines are not closed: they hold no thread, and would only say that there are things they have not told yet.
   */

  /** One way to the region's origin; with ticks of several milliseconds, a tick. */
  static final NetworkConditions NEAR = new NetworkConditions(1, 1, 0, 0, 0);

  /** One way to the ledger: half of a round trip between continents. */
  static final NetworkConditions FAR = new NetworkConditions(30, 50, 0, 0, 0);

  /** Enough for answers that cause more work at the same instant. */
  private static final int STEPS_PER_TICK = 3;

  private record Menu(int workspace, LimitPolicy limit) {}

  /** One process. */
  private static final class Station implements Watch.Eyes {
    private final Engine engine;
    private final Map<Menu, Limiter> limiters = new HashMap<>();

    private Station(Engine engine) {
      this.engine = engine;
    }

    CompletableFuture<Decision> check(Spender spender, long cost) {
      return limiters
          .computeIfAbsent(
              new Menu(spender.workspace(), spender.limit()),
              menu -> engine.limiter("workspace-" + menu.workspace(), "api", menu.limit()))
          .checkAsync(spender.identifier(), cost);
    }

    @Override
    public CompletableFuture<Decision> look(Spender spender) {
      return check(spender, 0);
    }
  }

  private final ManualClock clock;
  private final VirtualNetwork near;
  private final VirtualNetwork far;
  private final List<List<Station>> regions = new ArrayList<>();

  /**
   * What it is made of.
   *
   * @param policy what its processes tell the ledger
   * @param ledger the ledger itself
   * @param books where their calls are written down
   */
  record Plan(PushPolicy policy, Ledger ledger, CountedLedger.Books books) {}

  /** With so many processes in each region, not yet stepped. */
  Planet(ManualClock clock, Plan plan, int[] processesPerRegion, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    this.clock = clock;
    this.near = new VirtualNetwork(clock, random.nextLong());
    this.far = new VirtualNetwork(clock, random.nextLong());
    near.conditions(NEAR);
    far.conditions(FAR);
    for (int region = 0; region < processesPerRegion.length; region++) {
      InMemoryOrigin origin = new InMemoryOrigin(clock);
      List<Station> stations = new ArrayList<>();
      for (int i = 0; i < processesPerRegion[region]; i++) {
        stations.add(station(plan, new Seat(region, i, origin), random.split()));
      }
      regions.add(stations);
    }
  }

  private record Seat(int region, int number, InMemoryOrigin origin) {
    String regionName() {
      return "region-" + region;
    }

    String name() {
      return regionName() + "/" + number;
    }
  }

  private Station station(Plan plan, Seat seat, SplittableRandom random) {
    // Looks come only after the engine is there, but its ledger has to know them before.
    List<Station> made = new ArrayList<>(1);
    Watch.Witness process =
        new Watch.Witness(seat.region(), seat.number(), spender -> made.get(0).look(spender));
    Ledger ledger = new CountedLedger(
        new RemoteLedger(far, seat.name(), "ledger", plan.ledger()),
        process,
        seat.name(),
        plan.books());
    Engine engine = Engine.builder()
        .clock(clock)
        .elapsed(clock)
        .random(random)
        .region(seat.regionName())
        .origin(new RemoteOrigin(near, seat.name(), seat.regionName(), seat.origin()))
        .ledger(ledger)
        .ledgerOptions(LedgerOptions.defaults().withPolicy(plan.policy()))
        .memory(MemoryPlan.of(1L << 40))
        .closeMillis(0)
        .build();
    made.add(new Station(engine));
    return made.get(0);
  }

  /** A check at one of the processes of a region, chosen by a number of 0 to 1. */
  CompletableFuture<Decision> check(int region, double draw, Spender spender, long cost) {
    List<Station> stations = regions.get(region);
    return stations.get((int) (draw * stations.size())).check(spender, cost);
  }

  /** Lets everybody do what there is to do at this instant. */
  void step() {
    for (int step = 0; step < STEPS_PER_TICK && stepOnce() > 0; step++) {}
  }

  private int stepOnce() {
    int done = near.deliver() + far.deliver();
    for (List<Station> stations : regions) {
      for (Station station : stations) {
        done += station.engine.work();
      }
    }
    return done;
  }
}
