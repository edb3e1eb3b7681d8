// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis;

import io.weir.benchmarks.report.FigureFormat;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The results of one contender in all of its turns. */
final class ContenderResult {
  private final List<ContenderTurn> turns = new ArrayList<>();
  private final List<Double> p50 = new ArrayList<>();
  private final List<Double> p99 = new ArrayList<>();

  private long unseen;

  void add(ContenderTurn contenderTurn, long unseenInTurn) {
    turns.add(contenderTurn);
    unseen += unseenInTurn;
  }

  /** The number of checks that were answered without Redis. */
  long unseen() {
    return unseen;
  }

  /** Adds the durations of single calls, in nanoseconds. */
  void add(long[] nanos) {
    p50.add((double) FigureFormat.percentile(nanos, 0.50));
    p99.add((double) FigureFormat.percentile(nanos, 0.99));
  }

  double median(ToDoubleFunction<ContenderTurn> figure) {
    return FigureFormat.median(turns.stream().map(figure::applyAsDouble).toList());
  }

  /** The sum of one quantity divided by the sum of another, over all turns. */
  double ratio(ToDoubleFunction<ContenderTurn> figure, ToDoubleFunction<ContenderTurn> per) {
    return turns.stream().mapToDouble(figure).sum()
        / turns.stream().mapToDouble(per).sum();
  }

  double perSecond() {
    return median(contenderTurn -> contenderTurn.tally().perSecond());
  }

  /** The checks per second of the slowest and the fastest turn. */
  String spread() {
    List<Double> all =
        turns.stream().map(contenderTurn -> contenderTurn.tally().perSecond()).toList();
    return FigureFormat.significant(Collections.min(all)) + ".."
        + FigureFormat.significant(Collections.max(all));
  }

  double p50Nanos() {
    return FigureFormat.median(p50);
  }

  double p99Nanos() {
    return FigureFormat.median(p99);
  }
}
