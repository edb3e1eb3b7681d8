// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.ledger;

import io.weir.benchmarks.ledger.traffic.Shape;
import io.weir.benchmarks.report.FigureFormat;

/**
 * How large a fleet is, and for how long it is looked at, in virtual time.
 *
 * @param processes how many, spread over the regions
 * @param shape its traffic
 * @param warmMillis before anything is counted
 * @param measuredMillis while it is
 */
record Scale(int processes, Shape shape, long warmMillis, long measuredMillis) {
  /** As in the RFC. */
  static final int REGIONS = 10;

  static final int PROCESSES = 33;
  static final int SUBJECTS = 24_000;

  private static final long SEED = 20_260_501;

  /** One or two windows of a minute have turned when counting begins, and whole ones are measured. */
  static final Scale TODAY = new Scale(PROCESSES, shape(SUBJECTS), 100_000, 120_000);

  /** Shorter, since it takes ten times as long; a window turns while it is measured. */
  static final Scale TENFOLD = new Scale(PROCESSES, shape(10 * SUBJECTS), 25_000, 30_000);

  static final Scale QUICK = new Scale(PROCESSES, shape(SUBJECTS / 10), 25_000, 60_000);

  private static Shape shape(int subjects) {
    return new Shape(subjects, REGIONS, SEED);
  }

  String label() {
    return FigureFormat.count(shape.subjects()) + " windows";
  }

  double measuredSeconds() {
    return measuredMillis / 1_000.0;
  }

  /** How many processes each region has. */
  int[] processesPerRegion() {
    int[] counts = new int[shape.regions()];
    for (int i = 0; i < processes; i++) {
      counts[i % counts.length]++;
    }
    return counts;
  }
}
