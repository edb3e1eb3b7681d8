// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.benchmarks.redis.contender.Kind;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RankingTest {
  private static final Map<Kind, Double> VALUES =
      Map.of(Kind.WEIR, 600.0, Kind.BUCKET4J, 2.0, Kind.LUA, 3.0);

  @Test
  void theBestPeerIsNeverWeir() {
    assertThat(new Ranking(VALUES, true).bestPeer()).isEqualTo(3);
    assertThat(new Ranking(VALUES, false).bestPeer()).isEqualTo(2);
  }

  @Test
  void aRatioAboveOneIsBetterThanEveryPeerWhicheverWayIsUp() {
    assertThat(new Ranking(VALUES, true).ratio(Kind.WEIR)).isEqualTo(200);
    assertThat(new Ranking(VALUES, false).ratio(Kind.WEIR)).isEqualTo(2.0 / 600);
    assertThat(new Ranking(VALUES, true).weirOver(Kind.BUCKET4J)).isEqualTo(300);
    assertThat(new Ranking(VALUES, false).weirOver(Kind.BUCKET4J)).isEqualTo(2.0 / 600);
  }

  @Test
  void withoutPeersOrWithoutAFigureThereIsNoRatio() {
    assertThat(new Ranking(Map.of(Kind.WEIR, 1.0), true).ratio(Kind.WEIR)).isNaN();
    assertThat(new Ranking(VALUES, true).ratio(Kind.REDISSON)).isNaN();
    assertThat(new Ranking(Map.of(Kind.LUA, Double.NaN, Kind.REDISSON, 4.0), true).bestPeer())
        .isEqualTo(4);
  }
}
