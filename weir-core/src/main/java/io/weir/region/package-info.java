// SPDX-License-Identifier: Apache-2.0
/**
 * The region: what a process does so that all processes of its region share one limit. {@link io.weir.region.OriginReader} asks
 * the origin, {@link io.weir.region.Publisher} tells it, {@link io.weir.region.ProcessHeartbeat} knows how many processes there are,
 * and {@link io.weir.region.Region} wires them together. The engine's own: nothing here is for users.
 */
@NullMarked
package io.weir.region;

import org.jspecify.annotations.NullMarked;
