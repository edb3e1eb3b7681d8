// SPDX-License-Identifier: Apache-2.0
/** By how much Weir may exceed a limit, at most. docs/consistency.md derives it. */
@NullMarked
package io.weir.simulator.bound;

import org.jspecify.annotations.NullMarked;
