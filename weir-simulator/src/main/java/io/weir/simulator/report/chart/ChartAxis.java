// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import java.util.function.DoubleFunction;

/**
 * An axis of a chart with its title and labels.
 *
 * @param title the quantity shown along the axis, with its unit
 * @param scale the positions of values
 * @param label the formatter of tick labels
 */
public record ChartAxis(String title, AxisScale scale, DoubleFunction<String> label) {}
