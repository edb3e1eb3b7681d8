// SPDX-License-Identifier: Apache-2.0
/**
 * What a decision costs, next to other limiters. Starting points: {@link io.weir.benchmarks.decisions.DecisionSuite} for the
 * questions, {@link io.weir.benchmarks.decisions.WeirBenchmark} for how a contender is called.
 */
@NullMarked
package io.weir.benchmarks.decisions;

import org.jspecify.annotations.NullMarked;
