// SPDX-License-Identifier: Apache-2.0
/**
 * The region: how the processes of a region share one limit. {@link io.weir.region.OriginReader} reads the origin,
 * {@link io.weir.region.Publisher} publishes to it, {@link io.weir.region.ProcessHeartbeat} counts the live processes,
 * and {@link io.weir.region.Region} wires them together. Internal to the engine.
 */
@NullMarked
package io.weir.region;

import org.jspecify.annotations.NullMarked;
