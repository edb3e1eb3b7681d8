// SPDX-License-Identifier: Apache-2.0
/**
 * The arithmetic of sliding windows: pure functions over integers, without clock, I/O or state. Starting point:
 * {@link io.weir.window.Window}.
 */
@NullMarked
package io.weir.window;

import org.jspecify.annotations.NullMarked;
