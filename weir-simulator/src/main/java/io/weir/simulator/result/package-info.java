// SPDX-License-Identifier: Apache-2.0
/** Simulation results as plain values, for the summary, the JSON and the report. */
@NullMarked
package io.weir.simulator.result;

import org.jspecify.annotations.NullMarked;
