// SPDX-License-Identifier: Apache-2.0
/**
 * What an application says to a rate limiter, wherever that runs: {@link io.weir.client.Ratelimit} asks,
 * {@link io.weir.client.Result} answers. {@link io.weir.client.Ratelimit#builder} makes one that speaks to a server of the
 * v2 API; the module weir-embedded makes one that decides in this process.
 */
@NullMarked
package io.weir.client;

import org.jspecify.annotations.NullMarked;
