// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.summary;

import io.weir.simulator.result.Run;
import java.util.List;

/** Runs with fictitious figures, each of them different. */
public final class RunFixtures {
  private RunFixtures() {}

  /** Returns a run with this maximum over-admission. */
  public static Run of(String contender, double load, double worst) {
    return new Run(
        contender,
        load,
        new Run.Volume(1_234_567, 2_000_000, 1_000_000, 1_500_000, 12_345),
        new Run.Accuracy(
            new Run.Excess(worst, 0.125, 0.0625, 300),
            Double.NaN,
            new Run.Estimate(1_000_000, 999_000)),
        new Run.Delays(4_321, 812.4, 1_934.6, 2_765, 55, 17, List.of(new Run.Bucket(1_000, 4_321))),
        new Run.StoreLoad(
            new Run.Cost(60_000, 40_000, 50_000, 6_000, 90_000, 270_000),
            new Run.Footprint(111, 222, 333, 444)),
        List.of());
  }

  /** Returns a copy of a run with a bound. */
  static Run bounded(Run run, double bound) {
    return new Run(
        run.contender(),
        run.load(),
        run.volume(),
        new Run.Accuracy(run.excess(), bound, run.estimate()),
        run.delays(),
        new Run.StoreLoad(run.cost(), run.footprint()),
        run.samples());
  }

  /** Returns a copy of a run in which nothing was admitted or shared. */
  static Run silent(Run run) {
    return new Run(
        run.contender(),
        run.load(),
        new Run.Volume(0, 0, 0, 0, 0),
        new Run.Accuracy(run.excess(), run.bound(), new Run.Estimate(0, 0)),
        new Run.Delays(0, Double.NaN, Double.NaN, Double.NaN, 0, 0, List.of()),
        new Run.StoreLoad(run.cost(), run.footprint()),
        run.samples());
  }
}
