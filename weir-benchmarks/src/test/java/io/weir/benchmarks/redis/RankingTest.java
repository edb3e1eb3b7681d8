// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.redis.contender.RedisContenderKind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RankingTest {
  private static final Map<RedisContenderKind, Double> VALUES = Map.of(
      RedisContenderKind.WEIR,
      600.0,
      RedisContenderKind.BUCKET4J,
      2.0,
      RedisContenderKind.LUA,
      3.0);

  @Test
  void theBestPeerIsNeverWeir() {
    assertThat(new Ranking(VALUES, true).bestPeer()).isEqualTo(3);
    assertThat(new Ranking(VALUES, false).bestPeer()).isEqualTo(2);
  }

  @Test
  void aRatioAboveOneIsBetterThanEveryPeerInBothDirections() {
    assertThat(new Ranking(VALUES, true).ratio(RedisContenderKind.WEIR)).isEqualTo(200);
    assertThat(new Ranking(VALUES, false).ratio(RedisContenderKind.WEIR)).isEqualTo(2.0 / 600);
    assertThat(new Ranking(VALUES, true).weirOver(RedisContenderKind.BUCKET4J)).isEqualTo(300);
    assertThat(new Ranking(VALUES, false).weirOver(RedisContenderKind.BUCKET4J))
        .isEqualTo(2.0 / 600);
  }

  @Test
  void withoutPeersOrWithoutAFigureThereIsNoRatio() {
    assertThat(
            new Ranking(Map.of(RedisContenderKind.WEIR, 1.0), true).ratio(RedisContenderKind.WEIR))
        .isNaN();
    assertThat(new Ranking(VALUES, true).ratio(RedisContenderKind.REDISSON)).isNaN();
    assertThat(new Ranking(
                Map.of(RedisContenderKind.LUA, Double.NaN, RedisContenderKind.REDISSON, 4.0), true)
            .bestPeer())
        .isEqualTo(4);
  }
}
