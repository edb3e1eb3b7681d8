// SPDX-License-Identifier: Apache-2.0
/** Callers that check at full speed, at a given rate, or with a timer around single calls. */
@NullMarked
package io.weir.benchmarks.redis.load;

import org.jspecify.annotations.NullMarked;
