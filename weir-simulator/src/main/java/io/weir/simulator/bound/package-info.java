// SPDX-License-Identifier: Apache-2.0
/** Computes the maximum over-admission of Weir. docs/consistency.md derives the bound. */
@NullMarked
package io.weir.simulator.bound;

import org.jspecify.annotations.NullMarked;
