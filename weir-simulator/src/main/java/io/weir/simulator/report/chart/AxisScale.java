// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import java.util.List;

/** Where values lie along an axis. */
public sealed interface AxisScale permits LinearScale, LogScale {

  /** 0 at the axis' beginning, 1 at its end. Values beyond are put at its ends. */
  double at(double value);

  /** The round values that are marked, in rising order, all of them within the axis. */
  List<Double> ticks();
}
