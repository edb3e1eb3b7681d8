// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.fleet;

import io.weir.engine.Engine;
import io.weir.ledger.InMemoryLedger;
import io.weir.ledger.LedgerOptions;
import io.weir.origin.InMemoryOrigin;
import io.weir.origin.OriginOptions;
import io.weir.time.ManualClock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Real engines, each region with its origin, all with one ledger, stepped by one thread on one clock. */
public final class VirtualFleet implements AutoCloseable {
  /*
   * Everything that could differ between two runs comes from the plan: time moves only in run(), every random number
   * descends from the seed, and engines and messages have their turn in a fixed order. So a fleet of the same plan, asked
   * the same checks at the same instants, decides the same.
   */

  /** Where the ledger stands on the network. */
  public static final String LEDGER = "ledger";

  /** Enough for answers that cause more work within the same millisecond. */
  private static final int STEPS_PER_MILLI = 3;

  private final ManualClock clock;
  private final VirtualNetwork network;
  private final InMemoryLedger ledger;
  private final Map<String, InMemoryOrigin> origins = new HashMap<>();
  private final List<FleetProcess> nodes = new ArrayList<>();

  /**
   * What a fleet is made of.
   *
   * @param regions how many regions
   * @param nodesPerRegion how many processes in each
   * @param startMillis the Unix millisecond at which it starts
   * @param seed where every random number descends from
   */
  public record VirtualFleetPlan(int regions, int nodesPerRegion, long startMillis, long seed) {}

  /** A fleet of this plan, not yet stepped, with default options. */
  public VirtualFleet(VirtualFleetPlan virtualFleetPlan) {
    SplittableRandom random = new SplittableRandom(virtualFleetPlan.seed());
    clock = new ManualClock(virtualFleetPlan.startMillis());
    network = new VirtualNetwork(clock, random.nextLong());
    ledger = new InMemoryLedger(clock);
    for (int r = 0; r < virtualFleetPlan.regions(); r++) {
      String region = "region-" + r;
      origins.put(region, new InMemoryOrigin(clock));
      for (int n = 0; n < virtualFleetPlan.nodesPerRegion(); n++) {
        nodes.add(node(region + "/node-" + n, region, random.split()));
      }
    }
  }

  private FleetProcess node(String name, String region, SplittableRandom random) {
    Engine engine = Engine.builder()
        .clock(clock)
        .elapsed(clock)
        .random(random)
        .region(region)
        .origin(new RemoteOrigin(network, name, originAddress(region), origin(region)))
        .originOptions(OriginOptions.defaults())
        .ledger(new RemoteLedger(network, name, LEDGER, ledger))
        .ledgerOptions(LedgerOptions.defaults())
        .closeMillis(0) // nobody would move the clock meanwhile
        .build();
    return new FleetProcess(name, region, engine);
  }

  /** Where a region's origin stands on the network. */
  public static String originAddress(String region) {
    return region + "/origin";
  }

  /** Lets time pass, a millisecond at a time: messages arrive, and every engine has its turn. */
  public void run(long millis) {
    for (long i = 0; i < millis; i++) {
      clock.advanceMillis(1);
      for (int step = 0; step < STEPS_PER_MILLI && step() > 0; step++) {}
    }
  }

  private int step() {
    int done = network.deliver();
    for (FleetProcess fleetProcess : nodes) {
      done += fleetProcess.engine().work();
    }
    return done;
  }

  /** Every process, region by region. */
  public List<FleetProcess> nodes() {
    return List.copyOf(nodes);
  }

  /** The region's store. */
  public InMemoryOrigin origin(String region) {
    InMemoryOrigin origin = origins.get(region);
    if (origin == null) {
      throw new IllegalArgumentException("no such region: " + region);
    }
    return origin;
  }

  /** The store of all regions. */
  public InMemoryLedger ledger() {
    return ledger;
  }

  /** What lies between processes and stores. */
  public VirtualNetwork network() {
    return network;
  }

  /** The time of the whole fleet. */
  public ManualClock clock() {
    return clock;
  }

  @Override
  public void close() {
    nodes.forEach(fleetProcess -> fleetProcess.engine().close());
  }
}
