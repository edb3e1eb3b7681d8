// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.contender.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Contenders by one figure.
 *
 * @param values of those that were measured
 * @param moreIsBetter or else less is
 */
record Ranking(Map<Kind, Double> values, boolean moreIsBetter) {

  /** By a figure of which more is better. */
  static Ranking up(Map<Kind, Standing> standings, ToDoubleFunction<Standing> figure) {
    return new Ranking(each(standings, figure), true);
  }

  /** By a figure of which less is better. */
  static Ranking down(Map<Kind, Standing> standings, ToDoubleFunction<Standing> figure) {
    return new Ranking(each(standings, figure), false);
  }

  private static Map<Kind, Double> each(
      Map<Kind, Standing> standings, ToDoubleFunction<Standing> figure) {
    Map<Kind, Double> values = new EnumMap<>(Kind.class);
    standings.forEach((kind, standing) -> values.put(kind, figure.applyAsDouble(standing)));
    return values;
  }

  double of(Kind kind) {
    return values.getOrDefault(kind, Double.NaN);
  }

  /** Not-a-number if there is no peer. */
  double bestPeer() {
    double best = Double.NaN;
    for (Map.Entry<Kind, Double> entry : values.entrySet()) {
      double value = entry.getValue();
      boolean better = Double.isNaN(best) || (moreIsBetter ? value > best : value < best);
      if (entry.getKey() != Kind.WEIR && Double.isFinite(value) && better) {
        best = value;
      }
    }
    return best;
  }

  /** How many times better than the best peer; 1 for that peer itself. */
  double ratio(Kind kind) {
    return moreIsBetter ? of(kind) / bestPeer() : bestPeer() / of(kind);
  }

  /** How many times better Weir is than this one. */
  double weirOver(Kind kind) {
    return moreIsBetter ? of(Kind.WEIR) / of(kind) : of(kind) / of(Kind.WEIR);
  }
}
