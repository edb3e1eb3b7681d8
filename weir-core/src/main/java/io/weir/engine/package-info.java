// SPDX-License-Identifier: Apache-2.0
/**
 * The engine that makes decisions. Starting points: {@link io.weir.engine.Engine}, built once per process, and {@link
 * io.weir.engine.Limiter}, which answers checks.
 */
@NullMarked
package io.weir.engine;

import org.jspecify.annotations.NullMarked;
