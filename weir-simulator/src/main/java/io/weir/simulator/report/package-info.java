// SPDX-License-Identifier: Apache-2.0
/** What came out of a simulation, for machines (JSON) and for people (a page with plots). */
@NullMarked
package io.weir.simulator.report;

import org.jspecify.annotations.NullMarked;
