// SPDX-License-Identifier: Apache-2.0
/**
 * The world: how regions share one limit. {@link io.weir.world.Pusher} pushes to the ledger, {@link
 * io.weir.world.Puller} pulls from it, {@link io.weir.world.ForeignSums} stores the result, {@link
 * io.weir.world.RegionHeartbeat} counts the regions, and {@link io.weir.world.World} wires them together. Internal to
 * the engine.
 */
@NullMarked
package io.weir.world;

import org.jspecify.annotations.NullMarked;
