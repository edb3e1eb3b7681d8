// SPDX-License-Identifier: Apache-2.0
/** What other numbers would do: policies on other terms side by side, and the frontier between cost and exactness. */
@NullMarked
package io.weir.simulator.study;

import org.jspecify.annotations.NullMarked;
