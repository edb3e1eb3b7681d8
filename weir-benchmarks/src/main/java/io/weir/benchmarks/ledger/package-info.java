// SPDX-License-Identifier: Apache-2.0
/** What convergence between regions costs the ledger, and how quickly regions converge. */
@NullMarked
package io.weir.benchmarks.ledger;

import org.jspecify.annotations.NullMarked;
