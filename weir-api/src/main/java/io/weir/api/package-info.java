// SPDX-License-Identifier: Apache-2.0
/**
 * What an application says to a rate limiter, wherever that runs: {@link io.weir.api.Ratelimit} asks,
 * {@link io.weir.api.Result} answers. The module weir-client has one that asks a server, the module weir-embedded one that
 * decides in this process.
 */
@NullMarked
package io.weir.api;

import org.jspecify.annotations.NullMarked;
