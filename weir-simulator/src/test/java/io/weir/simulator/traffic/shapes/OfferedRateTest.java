// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.traffic.SimulatedCheck;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.TrafficContext;
import io.weir.simulator.traffic.TrafficSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Tests that random shapes offer their specified load. The seed is fixed, and the tolerance of five standard
 * deviations excludes failures by chance.
 */
class OfferedRateTest {

  private static void assertAbout(long actual, double expected) {
    assertThat((double) actual)
        .isBetween(expected - 5 * Math.sqrt(expected), expected + 5 * Math.sqrt(expected));
  }

  private static long count(List<RecordedCheck> all, Predicate<RecordedCheck> which) {
    return all.stream().filter(which).count();
  }

  @Test
  void steadySpendersOfferTheirLoad() {
    TrafficContext trafficContext = RecordedCheck.minutes(5, 1);
    List<RecordedCheck> all = RecordedCheck.all(
        new SteadyTraffic(100, 60_000, 40, 0.2).traffic(trafficContext, 1.5), trafficContext, 5);

    assertAbout(all.size(), 5 * 40 * 150);
    Map<Spender, Map<Integer, Long>> places = all.stream()
        .map(RecordedCheck::check)
        .collect(Collectors.groupingBy(
            SimulatedCheck::spender,
            Collectors.groupingBy(SimulatedCheck::region, TreeMap::new, Collectors.counting())));
    long atHome = places.values().stream()
        .mapToLong(each -> each.values().stream().mapToLong(n -> n).max().orElse(0))
        .sum();
    assertThat(places).hasSize(40);
    assertAbout(all.size() - atHome, 5 * 40 * 150 * 0.2 * 0.9);
    for (int second = 0; second < 300; second += 50) {
      long from = second * 1_000L;
      assertAbout(
          count(all, each -> each.atMillis() >= from && each.atMillis() < from + 50_000), 5_000);
    }
  }

  @Test
  void withoutRoamingEverySpenderStaysHome() {
    TrafficContext trafficContext = RecordedCheck.minutes(2, 1);
    Map<Spender, Long> homes = RecordedCheck.checks(RecordedCheck.all(
            new SteadyTraffic(100, 60_000, 40, 0).traffic(trafficContext, 1), trafficContext, 5))
        .stream()
        .collect(Collectors.groupingBy(
            SimulatedCheck::spender,
            Collectors.mapping(
                SimulatedCheck::region,
                Collectors.collectingAndThen(Collectors.toSet(), s -> (long) s.size()))));

    assertThat(homes.values()).hasSize(40).containsOnly(1L);
  }

  @Test
  void zipfFrequenciesFallWithRank() {
    TrafficContext trafficContext = RecordedCheck.minutes(10, 2);
    List<RecordedCheck> all = RecordedCheck.all(
        new ZipfTraffic(1_000, 60_000, 100, 1).traffic(trafficContext, 2), trafficContext, 5);

    for (int k : new int[] {1, 2, 3, 10, 50, 100}) {
      assertAbout(count(all, each -> each.check().spender().number() == k - 1), 20_000.0 / k);
    }
    for (int region = 0; region < 10; region++) {
      int number = region;
      assertAbout(count(all, each -> each.check().region() == number), all.size() / 10.0);
    }
  }

  @Test
  void burstsLieAtTheEdgesOfWindows() {
    TrafficContext trafficContext = RecordedCheck.minutes(4, 3);
    List<RecordedCheck> all = RecordedCheck.all(
        new BoundaryBursts(100, 60_000, 10, 1_000).traffic(trafficContext, 4), trafficContext, 1);

    assertThat(all).allSatisfy(each -> {
      long age = each.atMillis() % 60_000;
      assertThat(age < 1_000 || age >= 59_000).isTrue();
    });
    assertAbout(all.size(), 4 * 10 * 400);
    assertAbout(count(all, each -> each.atMillis() % 60_000 < 1_000), 4 * 10 * 200);
    assertThat(count(all, each -> each.atMillis() < 1_000)).isPositive();
    assertThat(count(all, each -> each.atMillis() >= 239_000)).isPositive();
  }

  @Test
  void burstsFollowTheWindowsFromAnyStart() {
    TrafficContext trafficContext =
        new TrafficContext(10, RecordedCheck.START + 20_500, 120_000, 3);
    List<RecordedCheck> all = RecordedCheck.all(
        new BoundaryBursts(100, 60_000, 10, 1_000).traffic(trafficContext, 4), trafficContext, 1);

    assertThat(all).isNotEmpty().allSatisfy(each -> {
      long age = (each.atMillis() + 20_500) % 60_000;
      assertThat(age < 1_000 || age >= 59_000).isTrue();
    });
    assertAbout(all.size(), 4 * 10 * 200);
  }

  @Test
  void theHotKeyIsOfferedInAllRegionsAlike() {
    TrafficContext trafficContext = RecordedCheck.minutes(5, 4);
    List<RecordedCheck> all =
        RecordedCheck.all(new HotKey(1_000, 60_000).traffic(trafficContext, 10), trafficContext, 5);

    assertAbout(all.size(), 50_000);
    for (int region = 0; region < 10; region++) {
      int number = region;
      assertAbout(count(all, each -> each.check().region() == number), 5_000);
    }
    assertAbout(count(all, each -> each.check().processDraw() < 1.0 / 3), 50_000 / 3.0);
  }

  @Test
  void productionHasTheMixtureOfTheRfc() {
    TrafficContext trafficContext = RecordedCheck.minutes(2, 5);
    TrafficSource trafficSource = new ProductionTraffic(24_000).traffic(trafficContext, 1);
    Map<Spender, Set<Integer>> regions = new HashMap<>();
    long[] units = new long[24_000];
    trafficSource.generateUntil(RecordedCheck.START + trafficContext.millis(), simulatedCheck -> {
      regions
          .computeIfAbsent(simulatedCheck.spender(), s -> new HashSet<>())
          .add(simulatedCheck.region());
      units[simulatedCheck.spender().number()] += simulatedCheck.cost();
    });

    assertThat(trafficSource.spenders()).hasSize(24_000);
    Map<Long, Long> windows = trafficSource.spenders().stream()
        .collect(Collectors.groupingBy(s -> s.limit().durationMillis(), Collectors.counting()));
    assertAbout(windows.getOrDefault(60_000L, 0L), 14_400);
    assertAbout(windows.getOrDefault(600_000L, 0L), 4_800);
    assertAbout(windows.getOrDefault(3_600_000L, 0L), 3_600);
    assertAbout(windows.getOrDefault(86_400_000L, 0L), 1_200);
    List<Spender> busy = trafficSource.spenders().stream()
        .filter(s -> s.limit().amount() == 1_000 && s.limit().durationMillis() == 60_000)
        .toList();
    assertAbout(busy.size(), 4_800);
    assertAbout(busy.stream().filter(s -> units[s.number()] >= 1_000).count(), 480);
    List<Spender> hot = busy.stream().filter(s -> units[s.number()] >= 1_000).toList();
    assertAbout(
        hot.stream().filter(s -> regions.getOrDefault(s, Set.of()).size() > 1).count(),
        hot.size() * 0.05);
    assertThat(regions.values()).allSatisfy(each -> assertThat(each).hasSizeLessThanOrEqualTo(3));
  }

  @Test
  void longProductionWindowsStartPrefilled() {
    TrafficContext trafficContext = RecordedCheck.minutes(1, 6);
    List<SimulatedCheck> first = new ArrayList<>();
    TrafficSource trafficSource = new ProductionTraffic(24_000).traffic(trafficContext, 1);

    trafficSource.generateUntil(RecordedCheck.START, first::add);

    List<SimulatedCheck> past =
        first.stream().filter(simulatedCheck -> simulatedCheck.cost() > 1).toList();
    assertThat(past).allSatisfy(simulatedCheck -> {
      assertThat(simulatedCheck.spender().limit().durationMillis()).isGreaterThan(600_000);
      assertThat(simulatedCheck.cost())
          .isLessThanOrEqualTo(simulatedCheck.spender().limit().amount());
    });
    long hours = past.stream()
        .filter(simulatedCheck -> simulatedCheck.spender().limit().durationMillis() == 3_600_000)
        .filter(simulatedCheck -> simulatedCheck.spender().limit().amount() == 1_000)
        .mapToLong(SimulatedCheck::cost)
        .sum();
    assertThat(
            hours) // 1,200 spenders, a third of the hour elapsed, 0.19 limits per window on average
        .isBetween(60_000L, 92_000L);
    trafficSource.generateUntil(
        RecordedCheck.START + 1_000,
        simulatedCheck -> assertThat(simulatedCheck.cost()).isEqualTo(1));
  }

  @Test
  void productionScalesWithTheLoad() {
    TrafficContext trafficContext = RecordedCheck.minutes(1, 5);

    assertThat(new ProductionTraffic(24_000).traffic(trafficContext, 0.1).spenders())
        .hasSize(2_400);
    assertThat(new ProductionTraffic(24_000).traffic(trafficContext, 10).spenders())
        .hasSize(240_000);
  }
}
