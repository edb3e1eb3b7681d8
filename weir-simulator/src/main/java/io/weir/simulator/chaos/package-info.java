// SPDX-License-Identifier: Apache-2.0
/**
 * Tests with random faults that all invariants hold and that the fleet converges again. Starting point: {@link
 * io.weir.simulator.chaos.SeedRunner}.
 */
@NullMarked
package io.weir.simulator.chaos;

import org.jspecify.annotations.NullMarked;
