// SPDX-License-Identifier: Apache-2.0
/** Runs measurements interleaved in their own JVMs and summarizes the results. */
@NullMarked
package io.weir.benchmarks.trial;

import org.jspecify.annotations.NullMarked;
