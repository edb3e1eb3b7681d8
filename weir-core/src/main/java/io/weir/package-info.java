// SPDX-License-Identifier: Apache-2.0
/**
 * Weir's values: what a caller configures and what it gets back. Starting points: {@link io.weir.LimitPolicy}, {@link
 * io.weir.Decision}, and {@code io.weir.engine.Engine}, which makes decisions under limits.
 */
@NullMarked
package io.weir;

import org.jspecify.annotations.NullMarked;
