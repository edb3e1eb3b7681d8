// SPDX-License-Identifier: Apache-2.0
/**
 * Resets, which restart the counts of an identifier at zero in all processes. Starting points: {@link
 * io.weir.reset.Resets}, the port, and {@link io.weir.reset.Resetter}, the agent.
 */
@NullMarked
package io.weir.reset;

import org.jspecify.annotations.NullMarked;
