// SPDX-License-Identifier: Apache-2.0
/**
 * Resets: how the counts of an identifier start anew in all processes. Starting points: {@link io.weir.reset.Resets}, the port,
 * and {@link io.weir.reset.Resetter}, the agent.
 */
@NullMarked
package io.weir.reset;

import org.jspecify.annotations.NullMarked;
