// SPDX-License-Identifier: Apache-2.0
/**
 * A fleet of real engines in virtual time, stepped by one thread: near to their origins, far from their ledger, and exposed
 * to faults. Starting point: {@link io.weir.simulator.fleet.Planet}.
 */
@NullMarked
package io.weir.simulator.fleet;

import org.jspecify.annotations.NullMarked;
