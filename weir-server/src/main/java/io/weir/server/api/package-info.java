// SPDX-License-Identifier: Apache-2.0
/**
 * The v2 API without its transport: who asks, what for, and what the answer says. Starting point: {@link
 * io.weir.server.api.RequestPipeline}.
 */
@NullMarked
package io.weir.server.api;

import org.jspecify.annotations.NullMarked;
