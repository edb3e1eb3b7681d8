// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.simulator.traffic.Ask;
import io.weir.simulator.traffic.Ground;
import io.weir.simulator.traffic.Spender;
import io.weir.simulator.traffic.Traffic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Random shapes offer what they say. Counts are those of a fixed seed; five deviations are never off by chance. */
class RateTest {

  private static void assertAbout(long actual, double expected) {
    assertThat((double) actual)
        .isBetween(expected - 5 * Math.sqrt(expected), expected + 5 * Math.sqrt(expected));
  }

  private static long count(List<Heard> all, Predicate<Heard> which) {
    return all.stream().filter(which).count();
  }

  @Test
  @DisplayName("steady spenders offer their load, a part of it away from home")
  void steady() {
    Ground ground = Heard.minutes(5, 1);
    List<Heard> all = Heard.all(new Steady(100, 60_000, 40, 0.2).traffic(ground, 1.5), ground, 5);

    assertAbout(all.size(), 5 * 40 * 150);
    Map<Spender, Map<Integer, Long>> places = all.stream()
        .map(Heard::ask)
        .collect(Collectors.groupingBy(
            Ask::spender, Collectors.groupingBy(Ask::region, TreeMap::new, Collectors.counting())));
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
  @DisplayName("nobody leaves home when none are said to roam")
  void noRoaming() {
    Ground ground = Heard.minutes(2, 1);
    Map<Spender, Long> homes =
        Heard.asks(Heard.all(new Steady(100, 60_000, 40, 0).traffic(ground, 1), ground, 5)).stream()
            .collect(Collectors.groupingBy(
                Ask::spender,
                Collectors.mapping(
                    Ask::region,
                    Collectors.collectingAndThen(Collectors.toSet(), s -> (long) s.size()))));

    assertThat(homes.values()).hasSize(40).containsOnly(1L);
  }

  @Test
  @DisplayName("the k-th of a Zipf crowd asks a k-th as often as the first, in all regions alike")
  void zipf() {
    Ground ground = Heard.minutes(10, 2);
    List<Heard> all = Heard.all(new Zipf(1_000, 60_000, 100, 1).traffic(ground, 2), ground, 5);

    for (int k : new int[] {1, 2, 3, 10, 50, 100}) {
      assertAbout(count(all, each -> each.ask().spender().number() == k - 1), 20_000.0 / k);
    }
    for (int region = 0; region < 10; region++) {
      int number = region;
      assertAbout(count(all, each -> each.ask().region() == number), all.size() / 10.0);
    }
  }

  @Test
  @DisplayName("bursts lie in the first and the last second of each window and nowhere else")
  void boundary() {
    Ground ground = Heard.minutes(4, 3);
    List<Heard> all = Heard.all(new Boundary(100, 60_000, 10, 1_000).traffic(ground, 4), ground, 1);

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
  @DisplayName("bursts follow the windows when the start is in the middle of one")
  void boundaryOffset() {
    Ground ground = new Ground(10, Heard.START + 20_500, 120_000, 3);
    List<Heard> all = Heard.all(new Boundary(100, 60_000, 10, 1_000).traffic(ground, 4), ground, 1);

    assertThat(all).isNotEmpty().allSatisfy(each -> {
      long age = (each.atMillis() + 20_500) % 60_000;
      assertThat(age < 1_000 || age >= 59_000).isTrue();
    });
    assertAbout(all.size(), 4 * 10 * 200);
  }

  @Test
  @DisplayName("the hot key offers its load, in all regions and processes alike")
  void hotKey() {
    Ground ground = Heard.minutes(5, 4);
    List<Heard> all = Heard.all(new HotKey(1_000, 60_000).traffic(ground, 10), ground, 5);

    assertAbout(all.size(), 50_000);
    for (int region = 0; region < 10; region++) {
      int number = region;
      assertAbout(count(all, each -> each.ask().region() == number), 5_000);
    }
    assertAbout(count(all, each -> each.ask().where() < 1.0 / 3), 50_000 / 3.0);
  }

  @Test
  @DisplayName("production has the RFC's mixture of windows, limits, overlap and heat")
  void production() {
    Ground ground = Heard.minutes(2, 5);
    Traffic traffic = new Production(24_000).traffic(ground, 1);
    Map<Spender, Set<Integer>> regions = new HashMap<>();
    long[] units = new long[24_000];
    traffic.until(Heard.START + ground.millis(), ask -> {
      regions.computeIfAbsent(ask.spender(), s -> new HashSet<>()).add(ask.region());
      units[ask.spender().number()] += ask.cost();
    });

    assertThat(traffic.spenders()).hasSize(24_000);
    Map<Long, Long> windows = traffic.spenders().stream()
        .collect(Collectors.groupingBy(s -> s.limit().durationMillis(), Collectors.counting()));
    assertAbout(windows.getOrDefault(60_000L, 0L), 14_400);
    assertAbout(windows.getOrDefault(600_000L, 0L), 4_800);
    assertAbout(windows.getOrDefault(3_600_000L, 0L), 3_600);
    assertAbout(windows.getOrDefault(86_400_000L, 0L), 1_200);
    List<Spender> busy = traffic.spenders().stream()
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
  @DisplayName(
      "production's long windows begin with what they would hold by then, short ones with nothing")
  void productionHasAPast() {
    Ground ground = Heard.minutes(1, 6);
    List<Ask> first = new ArrayList<>();
    Traffic traffic = new Production(24_000).traffic(ground, 1);

    traffic.until(Heard.START, first::add);

    List<Ask> past = first.stream().filter(ask -> ask.cost() > 1).toList();
    assertThat(past).allSatisfy(ask -> {
      assertThat(ask.spender().limit().durationMillis()).isGreaterThan(600_000);
      assertThat(ask.cost()).isLessThanOrEqualTo(ask.spender().limit().amount());
    });
    long hours = past.stream()
        .filter(ask -> ask.spender().limit().durationMillis() == 3_600_000)
        .filter(ask -> ask.spender().limit().amount() == 1_000)
        .mapToLong(Ask::cost)
        .sum();
    assertThat(
            hours) // 1,200 spenders, a third of the hour gone, 0.19 limits per window in the mean
        .isBetween(60_000L, 92_000L);
    traffic.until(Heard.START + 1_000, ask -> assertThat(ask.cost()).isEqualTo(1));
  }

  @Test
  @DisplayName("a load of a tenth is production with a tenth of the spenders")
  void productionScales() {
    Ground ground = Heard.minutes(1, 5);

    assertThat(new Production(24_000).traffic(ground, 0.1).spenders()).hasSize(2_400);
    assertThat(new Production(24_000).traffic(ground, 10).spenders()).hasSize(240_000);
  }
}
