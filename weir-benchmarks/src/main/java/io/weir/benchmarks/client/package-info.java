// SPDX-License-Identifier: Apache-2.0
/**
 * What a limiter adds to a request or a call in a Spring Boot application, compared with other starters. Starting
 * points: {@link io.weir.benchmarks.client.CallOverhead} for the measured cases, {@link
 * io.weir.benchmarks.client.contender.StarterContender} for the contenders and how each is used.
 */
@NullMarked
package io.weir.benchmarks.client;

import org.jspecify.annotations.NullMarked;
