// SPDX-License-Identifier: Apache-2.0
/** A chart as SVG: markup, scales, axes, colours and the text of numbers. */
@NullMarked
package io.weir.simulator.report.chart;

import org.jspecify.annotations.NullMarked;
