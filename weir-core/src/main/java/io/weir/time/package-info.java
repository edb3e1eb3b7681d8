// SPDX-License-Identifier: Apache-2.0
/**
 * Time, in two types that can't be confused: {@link io.weir.time.EpochClock} for windows, {@link
 * io.weir.time.NanoClock} for waits. Starting points: {@link io.weir.time.ManualClock} in tests, {@link
 * io.weir.time.CoarseClock} in production. Background work is an {@link io.weir.time.Agent}; a {@link
 * io.weir.time.CircuitBreaker} stops its calls to a failing store.
 */
@NullMarked
package io.weir.time;

import org.jspecify.annotations.NullMarked;
