// SPDX-License-Identifier: Apache-2.0
/** Limiters that share their counts in a Redis, each used as its users would use it. */
@NullMarked
package io.weir.benchmarks.redis.contender;

import org.jspecify.annotations.NullMarked;
