// SPDX-License-Identifier: Apache-2.0
/** Who spends what where: the shape of a fleet's traffic, drawn from a seed. */
@NullMarked
package io.weir.benchmarks.ledger.traffic;

import org.jspecify.annotations.NullMarked;
