// SPDX-License-Identifier: Apache-2.0
/** What came out of a simulation: plain values, for the summary, the JSON and the report. */
@NullMarked
package io.weir.simulator.result;

import org.jspecify.annotations.NullMarked;
