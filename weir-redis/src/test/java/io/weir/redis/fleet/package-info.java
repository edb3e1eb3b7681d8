// SPDX-License-Identifier: Apache-2.0
/**
 * Engines in processes of their own on one Redis. Starting points: {@link io.weir.redis.fleet.ProcessFleet}, which starts
 * and asks them, and {@link io.weir.redis.fleet.WorkerMain}, which is one.
 */
@NullMarked
package io.weir.redis.fleet;

import org.jspecify.annotations.NullMarked;
