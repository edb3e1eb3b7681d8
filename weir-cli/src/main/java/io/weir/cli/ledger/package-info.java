// SPDX-License-Identifier: Apache-2.0
/**
 * {@code weir ledger}: maintenance of the ledger's database. Starting point: {@link io.weir.cli.ledger.LedgerCommand}.
 */
@NullMarked
package io.weir.cli.ledger;

import org.jspecify.annotations.NullMarked;
