// SPDX-License-Identifier: Apache-2.0
package io.weir.testkit.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.CellKey;
import io.weir.Explanation.Counts;
import io.weir.Limit;
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
class FleetTest {
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

  private static Fleet fleet(long seed) {
    return new Fleet(new Fleet.Plan(3, 3, START, seed));
  }

  /** Traffic in fair and foul weather, with a process cut off, a region cut off, and an origin wiped; then it heals. */
  private static FleetTraffic live(Fleet fleet, long seed) {
    FleetTraffic traffic = new FleetTraffic(fleet, seed);
    VirtualNetwork network = fleet.network();
    traffic.run(5_000);
    network.weather(VirtualNetwork.Weather.FOUL);
    traffic.run(20_000);
    network.partition("region-0/node-0", Fleet.placeOfOrigin("region-0"));
    traffic.run(10_000);
    fleet.nodes().stream()
        .filter(node -> node.region().equals("region-1"))
        .forEach(node -> network.partition(node.name(), Fleet.LEDGER));
    traffic.run(10_000);
    fleet.origin("region-2").wipe();
    traffic.run(10_000);
    network.heal();
    traffic.run(10_000);
    network.weather(VirtualNetwork.Weather.FAIR);
    return traffic;
  }

  @Test
  void aFleetIsReproducibleFromItsSeed() {
    List<String> first;
    List<String> second;
    List<String> other;
    try (Fleet fleet = fleet(1)) {
      first = live(fleet, 2).log();
    }
    try (Fleet fleet = fleet(1)) {
      second = live(fleet, 2).log();
    }
    try (Fleet fleet = fleet(3)) {
      other = live(fleet, 2).log();
    }

    assertThat(first).hasSizeGreaterThan(2_000).isEqualTo(second);
    assertThat(first).isNotEqualTo(other);
    assertThat(first).anyMatch(line -> line.contains("degraded"));
    assertThat(first).anyMatch(line -> line.contains("REFUSED"));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void everyoneKnowsTheTruthOnceAllIsQuiet(long seed) {
    try (Fleet fleet = fleet(seed)) {
      FleetTraffic traffic = live(fleet, seed);
      fleet.run(20_000);

      SoftAssertions all = new SoftAssertions();
      traffic.admitted().forEach((cell, byRegion) -> {
        if (isStillOfInterest(fleet, cell)) {
          everyOriginHoldsWhatWasAdmitted(all, fleet, cell, byRegion);
          everyRegionSeesWhatOthersPublished(all, fleet, cell, byRegion);
        }
      });
      all.assertAll();
      everyProcessSeesItsRegion(fleet, traffic);
    }
  }

  /** Only cells that outlived every partition: what nobody can weigh any more need not arrive. */
  private static boolean isStillOfInterest(Fleet fleet, CellKey cell) {
    return cell.expiresAtMillis() > fleet.clock().epochMillis();
  }

  private static void everyOriginHoldsWhatWasAdmitted(
      SoftAssertions all, Fleet fleet, CellKey cell, Map<String, Long> byRegion) {
    byRegion.forEach((region, count) -> all.assertThat(fleet.origin(region).total(cell))
        .as("%s in the origin of %s", cell, region)
        .isEqualTo(count));
  }

  private static void everyRegionSeesWhatOthersPublished(
      SoftAssertions all, Fleet fleet, CellKey cell, Map<String, Long> byRegion) {
    long truth = byRegion.values().stream().mapToLong(Long::longValue).sum();
    long published = fleet.ledger().total(cell);
    all.assertThat(published).as("%s in the ledger", cell).isLessThanOrEqualTo(truth);
    if (byRegion.size() == 3 && published > 0) {
      all.assertThat(published).as("%s in the ledger", cell).isEqualTo(truth);
    }
  }

  private static void everyProcessSeesItsRegion(Fleet fleet, FleetTraffic traffic) {
    Limit limit = FleetTraffic.LIMITS.get(1); // ten minutes: still in its first window
    for (Map.Entry<CellKey, Map<String, Long>> entry : traffic.admitted().entrySet()) {
      CellKey cell = entry.getKey();
      if (cell.subject().durationMillis() != limit.durationMillis()) {
        continue;
      }
      for (Node node : fleet.nodes()) {
        Counts seen = view(fleet, traffic, node, cell);
        long regional = entry.getValue().getOrDefault(node.region(), 0L);
        assertThat(seen.own() + seen.siblings())
            .as("%s sees of its region in %s", node.name(), cell)
            .isEqualTo(regional);
        assertThat(seen.foreign())
            .as("%s sees of other regions in %s", node.name(), cell)
            .isEqualTo(publishedElsewhere(fleet, node, cell));
      }
    }
  }

  private static long publishedElsewhere(Fleet fleet, Node node, CellKey cell) {
    return fleet
        .ledger()
        .pull(Ledger.Asker.of(node.region()), Ledger.Cursor.since(0), Integer.MAX_VALUE)
        .toCompletableFuture()
        .join()
        .sums()
        .stream()
        .filter(sums -> sums.cell().equals(cell))
        .mapToLong(Ledger.Sums::foreign)
        .sum();
  }

  private static Counts view(Fleet fleet, FleetTraffic traffic, Node node, CellKey cell) {
    var limiter = traffic.limiter(node, FleetTraffic.LIMITS.get(1));
    String identifier = cell.subject().identifier();
    var unused = limiter.checkAsync(identifier, 0); // refreshes a view that is old
    fleet.run(50);
    return limiter.checkAsync(identifier, 0).join().explain().current();
  }
}
