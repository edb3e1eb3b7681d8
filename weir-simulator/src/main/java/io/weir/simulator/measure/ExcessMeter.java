// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import io.weir.simulator.result.Run.Excess;
import io.weir.simulator.traffic.Spender;

/** Measures how far spenders exceed their limits: the peak of the sliding window for each spender and window. */
final class ExcessMeter {
  /** Resolution: one thousandth of a limit, up to one hundred limits. */
  private static final int PER_LIMIT = 1_000;

  private static final int CEILING = 100 * PER_LIMIT;

  private final long[] windows;
  private final double[] highest;
  private final Histogram excess = new Histogram(CEILING);
  private double worst;

  ExcessMeter(int spenders) {
    windows = new long[spenders];
    highest = new double[spenders];
  }

  /** Records the true usage of the sliding window right after an admission. */
  void record(Spender spender, long usage, long nowMillis) {
    int number = spender.number();
    long window = Math.floorDiv(nowMillis, spender.limit().durationMillis());
    if (windows[number] != window) {
      close(number);
      windows[number] = window;
    }
    highest[number] = Math.max(highest[number], (double) usage / spender.limit().amount());
  }

  private void close(int number) {
    if (highest[number] > 0) {
      double above = Math.max(0, highest[number] - 1);
      worst = Math.max(worst, above);
      excess.add((long) Math.ceil(above * PER_LIMIT - 1e-6), 1);
      highest[number] = 0;
    }
  }

  /** Closes all windows and returns the result. Call it after the last admission. */
  Excess finish() {
    for (int number = 0; number < highest.length; number++) {
      close(number);
    }
    return new Excess(
        worst,
        Math.min(worst, (double) excess.percentile(0.99) / PER_LIMIT), // the histogram rounds up
        Math.min(worst, excess.mean() / PER_LIMIT),
        excess.total());
  }
}
