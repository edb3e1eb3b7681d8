// SPDX-License-Identifier: Apache-2.0
/** Describes simulated faults: their kind, time and place. */
@NullMarked
package io.weir.simulator.fault;

import org.jspecify.annotations.NullMarked;
