// SPDX-License-Identifier: Apache-2.0
/**
 * The store that all regions share. Starting points: {@link io.weir.ledger.Ledger}, the port that stores implement,
 * {@link io.weir.ledger.InMemoryLedger}, the simplest one, and {@link io.weir.ledger.PushPolicy}, which decides what
 * is pushed. The agents that talk to it are in {@code io.weir.world}.
 */
@NullMarked
package io.weir.ledger;

import org.jspecify.annotations.NullMarked;
