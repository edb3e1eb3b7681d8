// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.Markup;

/** A plot of the report. */
public interface Plot {

  /** Returns the title of the plot. */
  String title();

  /** Returns an explanation of the plot in one or two sentences. */
  String text();

  /** Returns whether there is nothing to draw. */
  boolean isEmpty();

  /** Draws the plot. Called only if there is something to draw. */
  void draw(Markup out);
}
