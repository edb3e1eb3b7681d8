// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class RouteTest {
  private static final double ALMOST_ONE = Math.nextDown(1.0);

  @Test
  @DisplayName("branches get the share of their weight, to the edge")
  void branches() {
    Branches branches = Branches.of(new int[] {7, 2, 4}, new double[] {0.5, 0.25, 0.25});

    assertThat(branches.count()).isEqualTo(3);
    assertThat(branches.region(0.0)).isEqualTo(7);
    assertThat(branches.region(Math.nextDown(0.5))).isEqualTo(7);
    assertThat(branches.region(0.5)).isEqualTo(2);
    assertThat(branches.region(0.75)).isEqualTo(4);
    assertThat(branches.region(ALMOST_ONE)).isEqualTo(4);
    assertThat(branches.share(0) + branches.share(1) + branches.share(2)).isEqualTo(1);
  }

  @Test
  @DisplayName("weights need not add up to one")
  void weights() {
    Branches branches = Branches.of(new int[] {0, 1}, new double[] {0.3, 0.6});

    assertThat(branches.share(0)).isCloseTo(1.0 / 3, within(1e-12));
    assertThat(branches.share(1)).isCloseTo(2.0 / 3, within(1e-12));
    assertThat(branches.region(0.34)).isEqualTo(1);
  }

  @Test
  @DisplayName("who is at home asks there only")
  void homes() {
    assertThat(Branches.homes(3)).hasSize(3);
    assertThat(Branches.homes(3).get(2).region(0.0)).isEqualTo(2);
    assertThat(Branches.homes(3).get(2).region(ALMOST_ONE)).isEqualTo(2);
  }

  @Test
  @DisplayName("a roamer reaches every region with its share, and is at home otherwise")
  void roamer() {
    Route route = Route.roamer(1, 0.5, 4);

    assertThat(route.region(0.0)).isZero();
    assertThat(route.region(0.49)).isEqualTo(3);
    assertThat(route.region(Math.nextDown(0.5))).isLessThan(4);
    assertThat(route.region(0.5)).isEqualTo(1);
    assertThat(Route.roamer(1, 0, 4).region(0.0)).isEqualTo(1);
    assertThat(Route.roamer(1, 1, 4).region(ALMOST_ONE)).isEqualTo(3);
  }

  @Test
  @DisplayName("anywhere means every region, and no other")
  void anywhere() {
    assertThat(Route.anywhere(7).region(0.0)).isZero();
    assertThat(Route.anywhere(7).region(ALMOST_ONE)).isEqualTo(6);
  }
}
