// SPDX-License-Identifier: Apache-2.0
/** Resets in Redis. Starting point: {@link io.weir.redis.reset.RedisResets}. */
@NullMarked
package io.weir.redis.reset;

import org.jspecify.annotations.NullMarked;
