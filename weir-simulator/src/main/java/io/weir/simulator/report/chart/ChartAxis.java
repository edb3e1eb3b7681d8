// SPDX-License-Identifier: Apache-2.0
package io.weir.simulator.report.chart;

import java.util.function.DoubleFunction;

/**
 * An axis as it is read.
 *
 * @param title what is shown along it, with its unit
 * @param scale where values lie
 * @param label the text of a tick
 */
public record ChartAxis(String title, AxisScale scale, DoubleFunction<String> label) {}
