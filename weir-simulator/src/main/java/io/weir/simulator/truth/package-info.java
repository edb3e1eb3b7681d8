// SPDX-License-Identifier: Apache-2.0
/**
 * Records the ground truth, and audits every process and store of a fleet against it. Starting point: {@link
 * io.weir.simulator.truth.Audit}.
 */
@NullMarked
package io.weir.simulator.truth;

import org.jspecify.annotations.NullMarked;
