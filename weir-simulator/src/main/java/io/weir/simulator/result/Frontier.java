// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.result;

import java.util.List;

/**
 * A cost-benefit comparison of many settings. Lower is better on both axes.
 *
 * @param title the title of the comparison
 * @param xLabel the name of the cost, with its unit
 * @param yLabel the name of the achieved value, with its unit
 * @param points one point for each setting
 */
public record Frontier(String title, String xLabel, String yLabel, List<FrontierPoint> points) {

  /**
   * The cost and the achieved value of one setting.
   *
   * @param label the name of the setting
   * @param group the group of the setting; a contender's name selects that contender's color
   * @param x the cost
   * @param y the achieved value
   */
  public record FrontierPoint(String label, String group, double x, double y) {}
}
