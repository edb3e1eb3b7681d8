// SPDX-License-Identifier: Apache-2.0
/**
 * The world: regions that share one limit through a store that all of them reach. Starting points:
 * {@link io.weir.ledger.Ledger}, the port that stores implement, {@link io.weir.ledger.InMemoryLedger}, the simplest one,
 * and {@link io.weir.ledger.PushPolicy}, which says what is worth telling. The rest is the engine's:
 * {@link io.weir.ledger.Pusher} tells, {@link io.weir.ledger.Puller} asks, {@link io.weir.ledger.ForeignSums} remembers.
 */
@NullMarked
package io.weir.ledger;

import org.jspecify.annotations.NullMarked;
