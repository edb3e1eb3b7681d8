// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.benchmarks.redis.contender.RedisContenderKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Ranks the contenders by one quantity.
 *
 * @param values of the contenders that were measured
 * @param moreIsBetter whether a larger value is better; else a smaller one is
 */
record Ranking(Map<RedisContenderKind, Double> values, boolean moreIsBetter) {

  /** A ranking in which a larger value is better. */
  static Ranking up(
      Map<RedisContenderKind, ContenderResult> results, ToDoubleFunction<ContenderResult> figure) {
    return new Ranking(each(results, figure), true);
  }

  /** A ranking in which a smaller value is better. */
  static Ranking down(
      Map<RedisContenderKind, ContenderResult> results, ToDoubleFunction<ContenderResult> figure) {
    return new Ranking(each(results, figure), false);
  }

  private static Map<RedisContenderKind, Double> each(
      Map<RedisContenderKind, ContenderResult> results, ToDoubleFunction<ContenderResult> figure) {
    Map<RedisContenderKind, Double> values = new EnumMap<>(RedisContenderKind.class);
    results.forEach((redisContenderKind, contenderResult) ->
        values.put(redisContenderKind, figure.applyAsDouble(contenderResult)));
    return values;
  }

  double of(RedisContenderKind redisContenderKind) {
    return values.getOrDefault(redisContenderKind, Double.NaN);
  }

  /** The best value of all peers; NaN if there is none. */
  double bestPeer() {
    double best = Double.NaN;
    for (Map.Entry<RedisContenderKind, Double> entry : values.entrySet()) {
      double value = entry.getValue();
      boolean better = Double.isNaN(best) || (moreIsBetter ? value > best : value < best);
      if (entry.getKey() != RedisContenderKind.WEIR && Double.isFinite(value) && better) {
        best = value;
      }
    }
    return best;
  }

  /** How many times better the contender is than the best peer; 1 for that peer itself. */
  double ratio(RedisContenderKind redisContenderKind) {
    return moreIsBetter ? of(redisContenderKind) / bestPeer() : bestPeer() / of(redisContenderKind);
  }

  /** How many times better Weir is than the contender. */
  double weirOver(RedisContenderKind redisContenderKind) {
    return moreIsBetter
        ? of(RedisContenderKind.WEIR) / of(redisContenderKind)
        : of(redisContenderKind) / of(RedisContenderKind.WEIR);
  }
}
