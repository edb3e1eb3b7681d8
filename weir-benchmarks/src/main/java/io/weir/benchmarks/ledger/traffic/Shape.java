// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger.traffic;

import io.weir.LimitPolicy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What a fleet's traffic looks like.
 *
 * @param subjects how many subjects are active, fleet-wide
 * @param regions among how many regions
 * @param seed where every random number descends from
 */
public record Shape(int subjects, int regions, long seed) {
  /*
   * The counts and the overlap are those of the RFC's section on load; durations, limits and growth are our own choice,
   * since it does not tell. All shares are out of a hundred.
   */

  /** More than one, so that no workspace's budget is reached: that is another question. */
  public static final int WORKSPACES = 50;

  static final int SHARED = 5;
  static final int HOT = 10;

  /** Of the shared ones, those that three regions spend on; the others have two. */
  static final int THREE = 20;

  private static final long[] AMOUNTS = {10, 100, 1_000};

  /** All of this in a sentence or two. */
  public static String inWords() {
    return "5 % of the subjects are used in more than one region (4 in 2, 1 in 3 regions; random shares), 10 % are hot."
        + " Windows: 60 s 60 %, 10 min 20 %, 1 h 15 %, 1 day 5 %; limits 10, 100 and 1,000 equally often."
        + " Per window a hot subject tries to spend 0.6 to 1.3 limits, a quiet one 0.01 to 0.2, by checks of cost 1 at random"
        + " instants, on random processes of the region. Windows longer than 60 s"
        + " start with the counts they would have by then.";
  }

  /** The subjects, always the same for the same shape. */
  public List<Spender> draw() {
    SplittableRandom random = new SplittableRandom(seed);
    List<Spender> all = new ArrayList<>(subjects);
    for (int i = 0; i < subjects; i++) {
      LimitPolicy limitPolicy =
          LimitPolicy.of(AMOUNTS[random.nextInt(AMOUNTS.length)], duration(random));
      boolean hot = random.nextInt(100) < HOT;
      double spends = hot ? random.nextDouble(0.6, 1.3) : random.nextDouble(0.01, 0.2);
      all.add(new Spender(i, random.nextInt(WORKSPACES), limitPolicy, spends, branches(random)));
    }
    return all;
  }

  private static Duration duration(SplittableRandom random) {
    int draw = random.nextInt(100);
    if (draw < 60) {
      return Duration.ofSeconds(60);
    }
    if (draw < 80) {
      return Duration.ofMinutes(10);
    }
    return draw < 95 ? Duration.ofHours(1) : Duration.ofDays(1);
  }

  /** Of two regions none has less than a fifth of a subject's traffic. */
  private List<Spender.Branch> branches(SplittableRandom random) {
    int count = 1;
    if (random.nextInt(100) < SHARED) {
      count = random.nextInt(100) < THREE ? 3 : 2;
    }
    int[] where =
        random.ints(0, regions).distinct().limit(Math.min(count, regions)).toArray();
    double[] weights = random.doubles(where.length, 0.2, 0.8).toArray();
    double all = DoubleStream.of(weights).sum();
    return IntStream.range(0, where.length)
        .mapToObj(i -> new Spender.Branch(where[i], weights[i] / all))
        .toList();
  }
}
