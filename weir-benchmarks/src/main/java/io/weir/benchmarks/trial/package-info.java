// SPDX-License-Identifier: Apache-2.0
/** Runs measurements in JVMs of their own, interleaved, and sums them up. */
@NullMarked
package io.weir.benchmarks.trial;

import org.jspecify.annotations.NullMarked;
