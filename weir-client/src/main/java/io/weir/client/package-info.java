// SPDX-License-Identifier: Apache-2.0
/** A rate limiter that asks a server of the v2 API: {@link io.weir.client.HttpRatelimit#builder} makes one. */
@NullMarked
package io.weir.client;

import org.jspecify.annotations.NullMarked;
