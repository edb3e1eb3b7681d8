// SPDX-License-Identifier: Apache-2.0
/**
 * The region: processes that share one limit through a store of their own. Starting points: {@link io.weir.origin.Origin},
 * the port that stores implement, and {@link io.weir.origin.InMemoryOrigin}, the simplest one. The rest is the engine's:
 * {@link io.weir.origin.OriginReader} asks, {@link io.weir.origin.Publisher} tells.
 */
@NullMarked
package io.weir.origin;

import org.jspecify.annotations.NullMarked;
