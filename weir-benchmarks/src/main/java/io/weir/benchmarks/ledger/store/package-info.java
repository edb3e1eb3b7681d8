// SPDX-License-Identifier: Apache-2.0
/** The measured ledger, and the counters of the calls to it. */
@NullMarked
package io.weir.benchmarks.ledger.store;

import org.jspecify.annotations.NullMarked;
