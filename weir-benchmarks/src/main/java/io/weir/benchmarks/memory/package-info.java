// SPDX-License-Identifier: Apache-2.0
/** What a subject takes in memory, next to other limiters. */
@NullMarked
package io.weir.benchmarks.memory;

import org.jspecify.annotations.NullMarked;
