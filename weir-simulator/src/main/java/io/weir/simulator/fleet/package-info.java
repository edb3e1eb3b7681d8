// SPDX-License-Identifier: Apache-2.0
/**
 * Simulates a fleet of real engines in virtual time, run by one thread: with fast origins, a distant ledger and
 * injected faults. Starting point: {@link io.weir.simulator.fleet.SimulatedFleet}.
 */
@NullMarked
package io.weir.simulator.fleet;

import org.jspecify.annotations.NullMarked;
