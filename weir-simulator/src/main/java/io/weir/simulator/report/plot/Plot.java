// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.plot;

import io.weir.simulator.report.chart.Markup;

/** A plot of the page. */
public interface Plot {

  /** What it shows. */
  String title();

  /** How it is read, in a sentence or two. */
  String text();

  /** Whether there is nothing to draw. */
  boolean isEmpty();

  /** Draws it. Only called if there is something to draw. */
  void draw(Markup out);
}
