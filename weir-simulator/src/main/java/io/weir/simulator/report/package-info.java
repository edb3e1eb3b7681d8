// SPDX-License-Identifier: Apache-2.0
/** Writes simulation results for programs (JSON) and for people (an HTML page with plots). */
@NullMarked
package io.weir.simulator.report;

import org.jspecify.annotations.NullMarked;
