// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RegionChoiceTest {
  private static final double ALMOST_ONE = Math.nextDown(1.0);

  @Test
  void branchesGetTheirWeightedShare() {
    RegionShares regionShares =
        RegionShares.of(new int[] {7, 2, 4}, new double[] {0.5, 0.25, 0.25});

    assertThat(regionShares.count()).isEqualTo(3);
    assertThat(regionShares.region(0.0)).isEqualTo(7);
    assertThat(regionShares.region(Math.nextDown(0.5))).isEqualTo(7);
    assertThat(regionShares.region(0.5)).isEqualTo(2);
    assertThat(regionShares.region(0.75)).isEqualTo(4);
    assertThat(regionShares.region(ALMOST_ONE)).isEqualTo(4);
    assertThat(regionShares.share(0) + regionShares.share(1) + regionShares.share(2))
        .isEqualTo(1);
  }

  @Test
  void weightsNeedNotAddUpToOne() {
    RegionShares regionShares = RegionShares.of(new int[] {0, 1}, new double[] {0.3, 0.6});

    assertThat(regionShares.share(0)).isCloseTo(1.0 / 3, within(1e-12));
    assertThat(regionShares.share(1)).isCloseTo(2.0 / 3, within(1e-12));
    assertThat(regionShares.region(0.34)).isEqualTo(1);
  }

  @Test
  void aSpenderAtHomeUsesOneRegion() {
    assertThat(RegionShares.singleRegions(3)).hasSize(3);
    assertThat(RegionShares.singleRegions(3).get(2).region(0.0)).isEqualTo(2);
    assertThat(RegionShares.singleRegions(3).get(2).region(ALMOST_ONE)).isEqualTo(2);
  }

  @Test
  void aRoamerReachesEveryRegionByItsShare() {
    RegionChoice regionChoice = RegionChoice.roamer(1, 0.5, 4);

    assertThat(regionChoice.region(0.0)).isZero();
    assertThat(regionChoice.region(0.49)).isEqualTo(3);
    assertThat(regionChoice.region(Math.nextDown(0.5))).isLessThan(4);
    assertThat(regionChoice.region(0.5)).isEqualTo(1);
    assertThat(RegionChoice.roamer(1, 0, 4).region(0.0)).isEqualTo(1);
    assertThat(RegionChoice.roamer(1, 1, 4).region(ALMOST_ONE)).isEqualTo(3);
  }

  @Test
  void anywhereMeansEveryRegion() {
    assertThat(RegionChoice.anywhere(7).region(0.0)).isZero();
    assertThat(RegionChoice.anywhere(7).region(ALMOST_ONE)).isEqualTo(6);
  }
}
