// SPDX-License-Identifier: Apache-2.0
/**
 * What a decision costs, compared with other limiters. Starting points: {@link
 * io.weir.benchmarks.decisions.DecisionSuite} for the measured cases, {@link
 * io.weir.benchmarks.decisions.WeirBenchmark} for how a contender is called.
 */
@NullMarked
package io.weir.benchmarks.decisions;

import org.jspecify.annotations.NullMarked;
