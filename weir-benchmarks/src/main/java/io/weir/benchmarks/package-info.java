// SPDX-License-Identifier: Apache-2.0
/** Benchmarks of Weir and other limiters, on the same machine and in the same run. */
@NullMarked
package io.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
