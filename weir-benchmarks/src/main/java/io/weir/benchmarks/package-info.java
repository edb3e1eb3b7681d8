// SPDX-License-Identifier: Apache-2.0
/** Measures what Weir claims, next to other limiters, on the same machine and in the same run. */
@NullMarked
package io.weir.benchmarks;

import org.jspecify.annotations.NullMarked;
