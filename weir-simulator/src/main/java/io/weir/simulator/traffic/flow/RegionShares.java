// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.traffic.flow;

import java.util.List;

/** A weighted choice among a few regions. */
public final class RegionShares implements RegionChoice {
  private final int[] regions;
  private final double[] upTo;

  private RegionShares(int[] regions, double[] upTo) {
    this.regions = regions;
    this.upTo = upTo;
  }

  /** Creates a choice among these regions; the share of each is its weight divided by the sum of all weights. */
  public static RegionShares of(int[] regions, double[] weights) {
    double all = 0;
    for (double weight : weights) {
      all += weight;
    }
    double[] upTo = new double[weights.length];
    double sum = 0;
    for (int i = 0; i < weights.length; i++) {
      sum += weights[i];
      upTo[i] = sum / all;
    }
    return new RegionShares(regions.clone(), upTo);
  }

  /** Returns one choice per region that always chooses this region. Most spenders share one of these objects. */
  public static List<RegionShares> singleRegions(int regions) {
    RegionShares[] homes = new RegionShares[regions];
    for (int i = 0; i < regions; i++) {
      homes[i] = of(new int[] {i}, new double[] {1});
    }
    return List.of(homes);
  }

  /** Returns the number of regions. */
  public int count() {
    return regions.length;
  }

  /** Returns the region of this branch. */
  public int region(int branch) {
    return regions[branch];
  }

  /** Returns the share of this branch; the sum of all shares is 1. */
  public double share(int branch) {
    return branch == 0 ? upTo[0] : upTo[branch] - upTo[branch - 1];
  }

  @Override
  public int region(double draw) {
    int branch = 0;
    while (draw >= upTo[branch] && branch < regions.length - 1) {
      branch++;
    }
    return regions[branch];
  }
}
