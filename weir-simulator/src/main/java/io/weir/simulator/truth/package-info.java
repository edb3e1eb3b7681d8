// SPDX-License-Identifier: Apache-2.0
/**
 * What really happened, and whether every process and store of a planet is in keeping with it. Starting point:
 * {@link io.weir.simulator.truth.Audit}.
 */
@NullMarked
package io.weir.simulator.truth;

import org.jspecify.annotations.NullMarked;
