// SPDX-License-Identifier: Apache-2.0
/** What reading a clock costs, and what a coarse one gets wrong. */
@NullMarked
package io.weir.benchmarks.clock;

import org.jspecify.annotations.NullMarked;
