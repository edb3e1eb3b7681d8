// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.benchmarks.report.Figures;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What one contender reached in all of its turns. */
final class Standing {
  private final List<Turn> turns = new ArrayList<>();
  private final List<Double> p50 = new ArrayList<>();
  private final List<Double> p99 = new ArrayList<>();

  private long unseen;

  void add(Turn turn, long unseenMore) {
    turns.add(turn);
    unseen += unseenMore;
  }

  /** Checks that were answered without Redis. */
  long unseen() {
    return unseen;
  }

  /** Nanoseconds of single calls. */
  void add(long[] nanos) {
    p50.add((double) Figures.percentile(nanos, 0.50));
    p99.add((double) Figures.percentile(nanos, 0.99));
  }

  double median(ToDoubleFunction<Turn> figure) {
    return Figures.median(turns.stream().map(figure::applyAsDouble).toList());
  }

  /** Over all turns together: something per something else. */
  double ratio(ToDoubleFunction<Turn> figure, ToDoubleFunction<Turn> per) {
    return turns.stream().mapToDouble(figure).sum()
        / turns.stream().mapToDouble(per).sum();
  }

  double perSecond() {
    return median(turn -> turn.tally().perSecond());
  }

  /** The slowest and the fastest turn. */
  String spread() {
    List<Double> all = turns.stream().map(turn -> turn.tally().perSecond()).toList();
    return Figures.significant(Collections.min(all)) + ".."
        + Figures.significant(Collections.max(all));
  }

  double p50Nanos() {
    return Figures.median(p50);
  }

  double p99Nanos() {
    return Figures.median(p99);
  }
}
