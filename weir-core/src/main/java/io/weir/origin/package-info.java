// SPDX-License-Identifier: Apache-2.0
/**
 * The store that the processes of a region share. Starting points: {@link io.weir.origin.Origin}, the port that stores
 * implement, and {@link io.weir.origin.InMemoryOrigin}, the simplest one. The agents that talk to it are in
 * {@code io.weir.region}.
 */
@NullMarked
package io.weir.origin;

import org.jspecify.annotations.NullMarked;
