// SPDX-License-Identifier: Apache-2.0
/** The cost of reading a clock, and the error of a coarse clock. */
@NullMarked
package io.weir.benchmarks.clock;

import org.jspecify.annotations.NullMarked;
