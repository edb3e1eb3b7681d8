// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.redis.contender.Kind;
import io.weir.benchmarks.redis.load.Tally;
import io.weir.benchmarks.redis.server.Statistics;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandingTest {
  @Test
  void speedIsTheMedianTurnAndSharesAreOfAllTurnsTogether() {
    Standing standing = new Standing();
    standing.add(turn(100, 25, 5), 0);
    standing.add(turn(300, 0, 10), 2);
    standing.add(turn(200, 100, 15), 1);

    assertThat(standing.perSecond()).isEqualTo(200);
    assertThat(standing.spread()).isEqualTo("100..300");
    assertThat(standing.ratio(turn -> turn.sent(Kind.LUA), Turn::admitted)).isEqualTo(0.24);
    assertThat(standing.ratio(Turn::run, Turn::checks)).isEqualTo(0.2);
    assertThat(standing.unseen()).isEqualTo(3);
  }

  @Test
  void latencyIsTheMedianOfTheTurnsPercentiles() {
    Standing standing = new Standing();
    standing.add(new long[] {1, 2, 3});
    standing.add(new long[] {10, 20, 30});
    standing.add(new long[] {4, 5, 6});

    assertThat(standing.p50Nanos()).isEqualTo(5);
    assertThat(standing.p99Nanos()).isEqualTo(6);
  }

  private static Turn turn(long checks, long admitted, long scripts) {
    return new Turn(
        new Tally(checks, admitted, 1_000_000_000),
        new Statistics(Map.of("evalsha", scripts, "get", 3 * scripts), 4 * scripts, 1, 1));
  }
}
