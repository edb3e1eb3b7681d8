// SPDX-License-Identifier: Apache-2.0
/** How much of the origin's memory each workspace may use. Starting point: {@link io.weir.origin.budget.OriginBudget}. */
@NullMarked
package io.weir.origin.budget;

import org.jspecify.annotations.NullMarked;
