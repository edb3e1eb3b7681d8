// SPDX-License-Identifier: Apache-2.0
/**
 * Engines in separate processes that share one Redis. Starting points: {@link io.weir.redis.fleet.ProcessFleet},
 * which starts and controls them, and {@link io.weir.redis.fleet.WorkerMain}, their main class.
 */
@NullMarked
package io.weir.redis.fleet;

import org.jspecify.annotations.NullMarked;
