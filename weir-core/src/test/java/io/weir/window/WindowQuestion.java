// SPDX-License-Identifier: Apache-2.0
package io.weir.window;

import java.util.SplittableRandom;

/** The inputs of one check of a sliding window, as a value that tests can draw and vary. */
record WindowQuestion(
    long limit, long duration, long cost, long epochMillis, Counts current, Counts previous) {

  /** The counts of one fixed window. */
  record Counts(long own, long siblings, long foreign, long speculative) {

    static Counts of(long own) {
      return new Counts(own, 0, 0, 0);
    }

    /** Returns the same counts with one of the four, chosen by number, raised by this much. */
    Counts raised(int which, long by) {
      return new Counts(
          which == 0 ? Window.plus(own, by) : own,
          which == 1 ? Window.plus(siblings, by) : siblings,
          which == 2 ? Window.plus(foreign, by) : foreign,
          which == 3 ? Window.plus(speculative, by) : speculative);
    }

    static Counts drawAny(SplittableRandom random) {
      return new Counts(anyCount(random), anyCount(random), anyCount(random), anyCount(random));
    }

    static Counts drawSmall(SplittableRandom random, int bound) {
      return new Counts(random.nextInt(bound), random.nextInt(bound), random.nextInt(bound), 0);
    }
  }

  /** Returns the simplest inputs: the start of a one-minute window. */
  static WindowQuestion ofMinute(long limit, long cost) {
    return new WindowQuestion(limit, 60_000, cost, 0, Counts.of(0), Counts.of(0));
  }

  WindowQuestion holding(long currentOwn, long previousOwn) {
    return new WindowQuestion(
        limit, duration, cost, epochMillis, Counts.of(currentOwn), Counts.of(previousOwn));
  }

  WindowQuestion holding(Counts ofCurrent, Counts ofPrevious) {
    return new WindowQuestion(limit, duration, cost, epochMillis, ofCurrent, ofPrevious);
  }

  WindowQuestion at(long instant) {
    return new WindowQuestion(limit, duration, cost, instant, current, previous);
  }

  WindowQuestion costing(long amount) {
    return new WindowQuestion(limit, duration, amount, epochMillis, current, previous);
  }

  /** Draws arbitrary inputs: each number from its whole range, with its extremes. */
  static WindowQuestion drawAny(SplittableRandom random) {
    return new WindowQuestion(
        anyCount(random),
        Math.max(1, anyCount(random)),
        anyCount(random),
        random.nextBoolean() ? anyCount(random) : -anyCount(random) - 1,
        Counts.drawAny(random),
        Counts.drawAny(random));
  }

  /** Draws inputs near the limit: numbers of similar size, so that both answers occur. */
  static WindowQuestion drawClose(SplittableRandom random) {
    long size = Math.max(2, anyCount(random));
    long limit = random.nextLong(size) + 1;
    long duration = Math.max(1, anyCount(random));
    return new WindowQuestion(
        limit,
        duration,
        random.nextLong(size / 2 + 1),
        random.nextLong(),
        Counts.of(random.nextLong(size)),
        new Counts(random.nextLong(size), random.nextLong(size), 0, 0));
  }

  /** Draws a number of any magnitude, and every fourth time one at the limits of a long or of a shortcut. */
  static long anyCount(SplittableRandom random) {
    if (random.nextInt(4) > 0) {
      return random.nextLong() >>> random.nextInt(1, 64);
    }
    long[] edges = {0, 1, 1L << 31, 1L << 32, 1L << 53, 2_592_000_000L, Long.MAX_VALUE};
    long edge = edges[random.nextInt(edges.length)];
    return Math.max(0, random.nextBoolean() ? edge : edge - random.nextInt(3));
  }

  Evaluation evaluation() {
    return evaluation(Window.start(epochMillis, duration));
  }

  /** Evaluates the check in the window that begins at {@code start}, whatever the clock says. */
  Evaluation evaluation(long start) {
    Evaluation e = new Evaluation(limit, duration, cost, epochMillis);
    e.startsAt(start);
    e.recordCurrent(current.own(), current.siblings(), current.foreign(), current.speculative());
    e.recordPrevious(
        previous.own(), previous.siblings(), previous.foreign(), previous.speculative());
    return e;
  }
}
