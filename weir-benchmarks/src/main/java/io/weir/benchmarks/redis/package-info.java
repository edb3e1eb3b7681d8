// SPDX-License-Identifier: Apache-2.0
/** What deciding together over a real Redis costs, next to what Java users run on Redis. */
@NullMarked
package io.weir.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
