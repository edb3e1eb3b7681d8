// SPDX-License-Identifier: Apache-2.0
/**
 * What the agents of the region and of the world share when they talk to a store: {@link io.weir.sync.StoreLink},
 * {@link io.weir.sync.InFlight} and {@link io.weir.sync.Heartbeat}, and what one side has to know of the other's
 * store. Internal to the engine.
 */
@NullMarked
package io.weir.sync;

import org.jspecify.annotations.NullMarked;
