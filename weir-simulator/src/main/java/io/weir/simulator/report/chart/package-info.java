// SPDX-License-Identifier: Apache-2.0
/** Draws charts as SVG: markup, scales, axes, colors and number formats. */
@NullMarked
package io.weir.simulator.report.chart;

import org.jspecify.annotations.NullMarked;
