// SPDX-License-Identifier: Apache-2.0
/** The ledger that is measured, and what is counted on the way to it. */
@NullMarked
package io.weir.benchmarks.ledger.store;

import org.jspecify.annotations.NullMarked;
