// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.redis.contender.RedisContenderKind;
import io.weir.benchmarks.redis.load.CallerCounts;
import io.weir.benchmarks.redis.server.RedisStatistics;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StandingTest {
  @Test
  void speedIsTheMedianTurnAndRatiosAreOverAllTurns() {
    ContenderResult contenderResult = new ContenderResult();
    contenderResult.add(turn(100, 25, 5), 0);
    contenderResult.add(turn(300, 0, 10), 2);
    contenderResult.add(turn(200, 100, 15), 1);

    assertThat(contenderResult.perSecond()).isEqualTo(200);
    assertThat(contenderResult.spread()).isEqualTo("100..300");
    assertThat(contenderResult.ratio(
            contenderTurn -> contenderTurn.sent(RedisContenderKind.LUA), ContenderTurn::admitted))
        .isEqualTo(0.24);
    assertThat(contenderResult.ratio(ContenderTurn::run, ContenderTurn::checks)).isEqualTo(0.2);
    assertThat(contenderResult.unseen()).isEqualTo(3);
  }

  @Test
  void latencyIsTheMedianOfTheTurnsPercentiles() {
    ContenderResult contenderResult = new ContenderResult();
    contenderResult.add(new long[] {1, 2, 3});
    contenderResult.add(new long[] {10, 20, 30});
    contenderResult.add(new long[] {4, 5, 6});

    assertThat(contenderResult.p50Nanos()).isEqualTo(5);
    assertThat(contenderResult.p99Nanos()).isEqualTo(6);
  }

  private static ContenderTurn turn(long checks, long admitted, long scripts) {
    return new ContenderTurn(
        new CallerCounts(checks, admitted, 1_000_000_000),
        new RedisStatistics(Map.of("evalsha", scripts, "get", 3 * scripts), 4 * scripts, 1, 1));
  }
}
