// SPDX-License-Identifier: Apache-2.0
/**
 * A fleet of real engines in virtual time, stepped by one thread: near to their origins, far from their ledger, and exposed
 * to faults. Starting point: {@link io.weir.simulator.planet.Planet}.
 */
@NullMarked
package io.weir.simulator.planet;

import org.jspecify.annotations.NullMarked;
