// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.view;

import io.weir.benchmarks.ledger.traffic.Spender;
import java.util.HashMap;
import java.util.Map;

/** What all regions together admitted into cells that more than one of them spends on. */
public final class Excess {
  private record Place(int subject, long sequence) {}

  private static final class Sum {
    private final Spender spender;
    private long admitted;
    private boolean counts;

    private Sum(Spender spender) {
      this.spender = spender;
    }

    private double ratio() {
      return admitted / (double) spender.limit().amount();
    }
  }

  private final Map<Place, Sum> sums = new HashMap<>();

  /** Adds an admission; a cell counts once it had one while it was measured. */
  void admitted(Spender spender, long sequence, long cost, boolean isMeasured) {
    Sum sum = sums.computeIfAbsent(new Place(spender.index(), sequence), place -> new Sum(spender));
    sum.admitted += cost;
    sum.counts |= isMeasured;
  }

  /** The largest sum of any cell, in limits. */
  public double worst() {
    return sums.values().stream()
        .filter(sum -> sum.counts)
        .mapToDouble(Sum::ratio)
        .max()
        .orElse(Double.NaN);
  }

  /** The mean over the cells of hot subjects, in limits. */
  public double meanOfHot() {
    return sums.values().stream()
        .filter(sum -> sum.counts && sum.spender.isHot())
        .mapToDouble(Sum::ratio)
        .average()
        .orElse(Double.NaN);
  }

  /** The share of hot subjects' cells that hold more than their limit. */
  public double shareAbove() {
    return sums.values().stream()
        .filter(sum -> sum.counts && sum.spender.isHot())
        .mapToDouble(sum -> sum.ratio() > 1 ? 1 : 0)
        .average()
        .orElse(Double.NaN);
  }
}
