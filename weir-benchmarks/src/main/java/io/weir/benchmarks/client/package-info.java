// SPDX-License-Identifier: Apache-2.0
/**
 * What a limiter adds to a request or a call in a Spring Boot application, next to other starters. Starting points: {@link
 * io.weir.benchmarks.client.CallOverhead} for the questions, {@link io.weir.benchmarks.client.contender.StarterContender} for who is
 * measured and as what.
 */
@NullMarked
package io.weir.benchmarks.client;

import org.jspecify.annotations.NullMarked;
