// SPDX-License-Identifier: Apache-2.0
/**
 * Measures how exact a contender is and what it costs. Starting point: {@link io.weir.simulator.measure.MeasuredRun}.
 */
@NullMarked
package io.weir.simulator.measure;

import org.jspecify.annotations.NullMarked;
