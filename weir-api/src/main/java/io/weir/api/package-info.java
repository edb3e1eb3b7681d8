// SPDX-License-Identifier: Apache-2.0
/**
 * The API that applications use, independent of where the limiter runs: {@link io.weir.api.Ratelimit} evaluates
 * checks, {@link io.weir.api.Result} is the answer. Module weir-client provides an implementation that calls a
 * server, module weir-embedded one that decides in this process.
 */
@NullMarked
package io.weir.api;

import org.jspecify.annotations.NullMarked;
