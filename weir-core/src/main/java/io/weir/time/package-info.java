// SPDX-License-Identifier: Apache-2.0
/**
 * Time, in two types that can't be confused: {@link io.weir.time.EpochClock} for windows, {@link io.weir.time.NanoClock}
 * for waits. Starting points: {@link io.weir.time.ManualClock} in tests, {@link io.weir.time.CoarseClock} in production. What
 * happens over time is an {@link io.weir.time.Agent}; {@link io.weir.time.CircuitBreaker} tells it when to let a store alone.
 */
@NullMarked
package io.weir.time;

import org.jspecify.annotations.NullMarked;
