// SPDX-License-Identifier: Apache-2.0
/**
 * Distributes checks over time, at a cost that does not grow with the number of spenders. Starting point: {@link
 * io.weir.simulator.traffic.flow.RandomInstants}.
 */
@NullMarked
package io.weir.simulator.traffic.flow;

import org.jspecify.annotations.NullMarked;
