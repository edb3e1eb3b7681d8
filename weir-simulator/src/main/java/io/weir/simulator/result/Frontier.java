// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.result;

import java.util.List;

/**
 * Many settings, each with what it costs and what it achieves. Of both, less is better.
 *
 * @param title what is compared
 * @param xLabel what it costs, with its unit
 * @param yLabel what it achieves, with its unit
 * @param points one for each setting
 */
public record Frontier(String title, String xLabel, String yLabel, List<FrontierPoint> points) {

  /**
   * One setting.
   *
   * @param label what it is called
   * @param group what it belongs to; a contender's name gives it that contender's colour
   * @param x what it costs
   * @param y what it achieves
   */
  public record FrontierPoint(String label, String group, double x, double y) {}
}
