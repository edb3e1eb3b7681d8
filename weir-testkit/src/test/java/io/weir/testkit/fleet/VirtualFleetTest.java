// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.Explanation.CountsByOrigin;
import io.weir.LimitPolicy;
import io.weir.ledger.Ledger;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Three regions of three processes, one thread, bad weather. */
class VirtualFleetTest {
  private static final Logger ENGINES = Logger.getLogger("io.weir.engine.Engine");

  @BeforeAll
  static void hearNothingOfStoresThatComeAndGo() {
    ENGINES.setLevel(Level.SEVERE);
  }

  @AfterAll
  static void hearAgain() {
    ENGINES.setLevel(null);
  }

  private static final long START = 1_700_000_400_000L; // begins windows of 5 s, 60 s and 10 min

  private static VirtualFleet fleet(long seed) {
    return new VirtualFleet(new VirtualFleet.VirtualFleetPlan(3, 3, START, seed));
  }

  /** Traffic in fair and foul weather, with a process cut off, a region cut off, and an origin wiped; then it heals. */
  private static FleetTraffic live(VirtualFleet virtualFleet, long seed) {
    FleetTraffic traffic = new FleetTraffic(virtualFleet, seed);
    VirtualNetwork network = virtualFleet.network();
    traffic.run(5_000);
    network.conditions(VirtualNetwork.NetworkConditions.BAD);
    traffic.run(20_000);
    network.partition("region-0/node-0", VirtualFleet.originAddress("region-0"));
    traffic.run(10_000);
    virtualFleet.nodes().stream()
        .filter(fleetProcess -> fleetProcess.region().equals("region-1"))
        .forEach(fleetProcess -> network.partition(fleetProcess.name(), VirtualFleet.LEDGER));
    traffic.run(10_000);
    virtualFleet.origin("region-2").wipe();
    traffic.run(10_000);
    network.heal();
    traffic.run(10_000);
    network.conditions(VirtualNetwork.NetworkConditions.GOOD);
    return traffic;
  }

  @Test
  void aFleetIsReproducibleFromItsSeed() {
    List<String> first;
    List<String> second;
    List<String> other;
    try (VirtualFleet virtualFleet = fleet(1)) {
      first = live(virtualFleet, 2).log();
    }
    try (VirtualFleet virtualFleet = fleet(1)) {
      second = live(virtualFleet, 2).log();
    }
    try (VirtualFleet virtualFleet = fleet(3)) {
      other = live(virtualFleet, 2).log();
    }

    assertThat(first).hasSizeGreaterThan(2_000).isEqualTo(second);
    assertThat(first).isNotEqualTo(other);
    assertThat(first).anyMatch(line -> line.contains("degraded"));
    assertThat(first).anyMatch(line -> line.contains("REFUSED"));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void everyoneKnowsTheTruthOnceAllIsQuiet(long seed) {
    try (VirtualFleet virtualFleet = fleet(seed)) {
      FleetTraffic traffic = live(virtualFleet, seed);
      virtualFleet.run(20_000);

      SoftAssertions all = new SoftAssertions();
      traffic.admitted().forEach((cell, byRegion) -> {
        if (isStillOfInterest(virtualFleet, cell)) {
          everyOriginHoldsWhatWasAdmitted(all, virtualFleet, cell, byRegion);
          everyRegionSeesWhatOthersPublished(all, virtualFleet, cell, byRegion);
        }
      });
      all.assertAll();
      everyProcessSeesItsRegion(virtualFleet, traffic);
    }
  }

  /** Only cells that outlived every partition: what nobody can weigh any more need not arrive. */
  private static boolean isStillOfInterest(VirtualFleet virtualFleet, CellKey cell) {
    return cell.expiresAtMillis() > virtualFleet.clock().epochMillis();
  }

  private static void everyOriginHoldsWhatWasAdmitted(
      SoftAssertions all, VirtualFleet virtualFleet, CellKey cell, Map<String, Long> byRegion) {
    byRegion.forEach(
        (region, count) -> all.assertThat(virtualFleet.origin(region).total(cell))
            .as("%s in the origin of %s", cell, region)
            .isEqualTo(count));
  }

  private static void everyRegionSeesWhatOthersPublished(
      SoftAssertions all, VirtualFleet virtualFleet, CellKey cell, Map<String, Long> byRegion) {
    long truth = byRegion.values().stream().mapToLong(Long::longValue).sum();
    long published = virtualFleet.ledger().total(cell);
    all.assertThat(published).as("%s in the ledger", cell).isLessThanOrEqualTo(truth);
    if (byRegion.size() == 3 && published > 0) {
      all.assertThat(published).as("%s in the ledger", cell).isEqualTo(truth);
    }
  }

  private static void everyProcessSeesItsRegion(VirtualFleet virtualFleet, FleetTraffic traffic) {
    LimitPolicy limitPolicy = FleetTraffic.LIMITS.get(1); // ten minutes: still in its first window
    for (Map.Entry<CellKey, Map<String, Long>> entry : traffic.admitted().entrySet()) {
      CellKey cell = entry.getKey();
      if (cell.subject().durationMillis() != limitPolicy.durationMillis()) {
        continue;
      }
      for (FleetProcess fleetProcess : virtualFleet.nodes()) {
        CountsByOrigin seen = view(virtualFleet, traffic, fleetProcess, cell);
        long regional = entry.getValue().getOrDefault(fleetProcess.region(), 0L);
        assertThat(seen.own() + seen.siblings())
            .as("%s sees of its region in %s", fleetProcess.name(), cell)
            .isEqualTo(regional);
        assertThat(seen.foreign())
            .as("%s sees of other regions in %s", fleetProcess.name(), cell)
            .isEqualTo(publishedElsewhere(virtualFleet, fleetProcess, cell));
      }
    }
  }

  private static long publishedElsewhere(
      VirtualFleet virtualFleet, FleetProcess fleetProcess, CellKey cell) {
    return virtualFleet
        .ledger()
        .pull(
            Ledger.PullRequester.of(fleetProcess.region()),
            Ledger.PullCursor.since(0),
            Integer.MAX_VALUE)
        .toCompletableFuture()
        .join()
        .sums()
        .stream()
        .filter(cellSums -> cellSums.cell().equals(cell))
        .mapToLong(Ledger.CellSums::foreign)
        .sum();
  }

  private static CountsByOrigin view(
      VirtualFleet virtualFleet, FleetTraffic traffic, FleetProcess fleetProcess, CellKey cell) {
    var limiter = traffic.limiter(fleetProcess, FleetTraffic.LIMITS.get(1));
    String identifier = cell.subject().identifier();
    var unused = limiter.checkAsync(identifier, 0); // refreshes a view that is old
    virtualFleet.run(50);
    return limiter.checkAsync(identifier, 0).join().explain().current();
  }
}
