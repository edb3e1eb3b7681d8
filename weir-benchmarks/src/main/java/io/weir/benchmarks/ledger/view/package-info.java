// SPDX-License-Identifier: Apache-2.0
/** What regions know of each other, and when. */
@NullMarked
package io.weir.benchmarks.ledger.view;

import org.jspecify.annotations.NullMarked;
