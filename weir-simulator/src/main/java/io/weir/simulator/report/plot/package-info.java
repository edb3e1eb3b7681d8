// SPDX-License-Identifier: Apache-2.0
/** The plots of the page, one class each. */
@NullMarked
package io.weir.simulator.report.plot;

import org.jspecify.annotations.NullMarked;
