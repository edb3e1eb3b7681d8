// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.weir.LimitPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficTest {
  private static final LimitPolicy MINUTE = LimitPolicy.of(1_000, Duration.ofSeconds(60));
  private static final LimitPolicy HOUR = LimitPolicy.of(1_000, Duration.ofHours(1));

  private record Asked(int subject, int branch, long cost) {}

  private final List<Asked> asked = new ArrayList<>();

  @Test
  void aSubjectSpendsAtItsRateSplitByRegion() {
    Spender spender = new Spender(
        0, 0, MINUTE, 0.9, List.of(new Spender.Branch(4, 0.25), new Spender.Branch(2, 0.75)));

    run(List.of(spender), 60_000);

    assertThat(asked).hasSizeBetween(800, 1_000);
    long inFirst = asked.stream().filter(each -> each.branch() == 0).count();
    assertThat(inFirst / (double) asked.size()).isCloseTo(0.25, within(0.06));
  }

  @Test
  void onlyLongWindowsStartPrefilled() {
    List<Spender.Branch> both = List.of(new Spender.Branch(0, 0.5), new Spender.Branch(1, 0.5));
    Spender half = new Spender(0, 0, HOUR, 0.4, both);
    Spender full = new Spender(1, 0, HOUR, 8, both);
    Spender quick = new Spender(2, 0, MINUTE, 1, both);

    traffic(List.of(half, full, quick), 0).spendBefore(1_800_000);

    assertThat(asked)
        .containsExactly(
            new Asked(0, 0, 100), new Asked(0, 1, 100), new Asked(1, 0, 500), new Asked(1, 1, 500));
  }

  @Test
  void aTickMayHoldSeveralChecks() {
    Spender busy = new Spender(
        0,
        0,
        LimitPolicy.of(600_000, Duration.ofSeconds(60)),
        1,
        List.of(new Spender.Branch(0, 1)));

    run(List.of(busy), 100);

    assertThat(asked).hasSizeBetween(800, 1_200);
  }

  private void run(List<Spender> spenders, long millis) {
    Traffic traffic = traffic(spenders, millis);
    for (int tick = 0; tick < millis / 5; tick++) {
      traffic.run(tick);
    }
  }

  private Traffic traffic(List<Spender> spenders, long millis) {
    return new Traffic(
        spenders,
        new Traffic.Span(5, (int) (millis / 5)),
        3,
        (spender, branch, draw, cost) -> asked.add(new Asked(spender.index(), branch, cost)));
  }
}
