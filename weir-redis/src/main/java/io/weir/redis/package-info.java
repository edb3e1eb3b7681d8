// SPDX-License-Identifier: Apache-2.0
/** The origin over Redis or Valkey. Starting point: {@link io.weir.redis.RedisOrigin}. */
@NullMarked
package io.weir.redis;

import org.jspecify.annotations.NullMarked;
