// SPDX-License-Identifier: Apache-2.0
/**
 * The world: what a region does so that all regions share one limit. {@link io.weir.world.Pusher} tells the ledger,
 * {@link io.weir.world.Puller} asks it, {@link io.weir.world.ForeignSums} remembers, {@link io.weir.world.RegionHeartbeat} knows how
 * many regions there are, and {@link io.weir.world.World} wires them together. The engine's own: nothing here is for users.
 */
@NullMarked
package io.weir.world;

import org.jspecify.annotations.NullMarked;
