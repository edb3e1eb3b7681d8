// SPDX-License-Identifier: Apache-2.0
/**
 * {@code weir ledger}: what operators do to the ledger's database. Starting point:
 * {@link io.weir.cli.ledger.LedgerCommand}.
 */
@NullMarked
package io.weir.cli.ledger;

import org.jspecify.annotations.NullMarked;
