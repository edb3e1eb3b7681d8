// SPDX-License-Identifier: Apache-2.0
/** Formats simulation results as text for a terminal. Starting point: {@link io.weir.simulator.summary.Summary}. */
@NullMarked
package io.weir.simulator.summary;

import org.jspecify.annotations.NullMarked;
