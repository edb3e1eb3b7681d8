// SPDX-License-Identifier: Apache-2.0
/**
 * The words of Weir as values: what a caller configures and what it gets back. Starting points: {@link io.weir.LimitPolicy},
 * {@link io.weir.Decision}, and {@code io.weir.engine.Engine}, which turns the one into the other.
 */
@NullMarked
package io.weir;

import org.jspecify.annotations.NullMarked;
