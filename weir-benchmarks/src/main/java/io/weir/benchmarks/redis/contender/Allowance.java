// SPDX-License-Identifier: Apache-2.0
package io.weir.benchmarks.redis.contender;

import java.time.Duration;

/**
 * How much each key may spend in which time.
 *
 * @param amount the limit of a window, or the size of a bucket
 * @param per the window, or the time in which an empty bucket refills
 */
public record Allowance(long amount, Duration per) {}
