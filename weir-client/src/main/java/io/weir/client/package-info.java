// SPDX-License-Identifier: Apache-2.0
/** A rate limiter that calls a server of the v2 API: {@link io.weir.client.HttpRatelimit#builder} creates one. */
@NullMarked
package io.weir.client;

import org.jspecify.annotations.NullMarked;
