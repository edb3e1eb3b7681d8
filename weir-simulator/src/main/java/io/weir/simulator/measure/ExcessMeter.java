// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.measure;

import io.weir.simulator.result.Run.Excess;
import io.weir.simulator.traffic.Spender;

/** How far above their limits spenders got: for each of their windows, the most that the sliding window truly held. */
final class ExcessMeter {
  /** Resolution: a thousandth of a limit, up to a hundred limits. */
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

  /** Right after an admission, the sliding window truly holds so much. */
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

  /** Nothing more will be admitted. */
  Excess finish() {
    for (int number = 0; number < highest.length; number++) {
      close(number);
    }
    return new Excess(
        worst,
        Math.min(worst, (double) excess.percentile(0.99) / PER_LIMIT), // it was rounded up
        Math.min(worst, excess.mean() / PER_LIMIT),
        excess.total());
  }
}
