// SPDX-License-Identifier: Apache-2.0
/**
 * Whether everything stays true, and comes to agree again, when anything goes wrong at random. Starting point:
 * {@link io.weir.simulator.chaos.SeedRunner}.
 */
@NullMarked
package io.weir.simulator.chaos;

import org.jspecify.annotations.NullMarked;
