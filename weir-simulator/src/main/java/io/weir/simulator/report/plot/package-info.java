// SPDX-License-Identifier: Apache-2.0
/** The plots of the report, one class each. */
@NullMarked
package io.weir.simulator.report.plot;

import org.jspecify.annotations.NullMarked;
