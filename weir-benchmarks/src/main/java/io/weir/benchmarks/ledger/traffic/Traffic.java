// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.traffic;

import java.util.List;
import java.util.SplittableRandom;

/** Checks at random instants, the same ones whatever is decided on them. */
public final class Traffic {

  /** Who asks. */
  public interface Caller {
    /**
     * One check.
     *
     * @param spender whose
     * @param branch where
     * @param draw 0 to 1, to choose a process by
     * @param cost how much
     */
    void check(Spender spender, int branch, double draw, long cost);
  }

  private final List<Spender> spenders;
  private final Caller caller;
  private final SplittableRandom random;
  private final long tickMillis;
  private final Calendar calendar;
  private final double[] nextAt;

  /** Traffic for this many ticks. */
  public Traffic(List<Spender> spenders, Span span, long seed, Caller caller) {
    this.spenders = spenders;
    this.caller = caller;
    this.random = new SplittableRandom(seed);
    this.tickMillis = span.tickMillis();
    this.calendar = new Calendar(span.ticks(), spenders.size());
    this.nextAt = new double[spenders.size()];
    for (Spender spender : spenders) {
      nextAt[spender.index()] = gap(spender);
      calendar.put(spender.index(), (long) (nextAt[spender.index()] / tickMillis));
    }
  }

  /**
   * How long traffic lasts.
   *
   * @param tickMillis how fine time is
   * @param ticks for how many of these
   */
  public record Span(long tickMillis, int ticks) {}

  private double gap(Spender spender) {
    return -Math.log(1 - random.nextDouble()) * spender.meanGapMillis();
  }

  /** What each subject would have spent by now in its window, had traffic been like this before. Not more than its limit. */
  public void spendBefore(long epochMillis) {
    for (Spender spender : spenders) {
      long duration = spender.limit().durationMillis();
      if (duration > 60_000) {
        double phase = (double) (epochMillis % duration) / duration;
        double spent =
            Math.min(1, spender.limitsPerWindow() * phase) * spender.limit().amount();
        for (int branch = 0; branch < spender.branches().size(); branch++) {
          long cost = Math.round(spent * spender.branches().get(branch).share());
          if (cost > 0) {
            caller.check(spender, branch, random.nextDouble(), cost);
          }
        }
      }
    }
  }

  /** The checks of one tick. */
  public void run(int tick) {
    long end = (tick + 1) * tickMillis;
    calendar.take(tick, index -> {
      Spender spender = spenders.get(index);
      do {
        int branch = spender.branchFor(random.nextDouble());
        caller.check(spender, branch, random.nextDouble(), 1);
        nextAt[index] += gap(spender);
      } while (nextAt[index] < end);
      calendar.put(index, (long) (nextAt[index] / tickMillis));
    });
  }
}
