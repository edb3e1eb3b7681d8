// SPDX-License-Identifier: Apache-2.0
/** Callers: at full speed, at a given pace, and with a stop watch. */
@NullMarked
package io.weir.benchmarks.redis.load;

import org.jspecify.annotations.NullMarked;
