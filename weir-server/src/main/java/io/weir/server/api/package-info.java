// SPDX-License-Identifier: Apache-2.0
/**
 * The v2 API without its transport: authentication, operations and responses. Starting point: {@link
 * io.weir.server.api.RequestPipeline}.
 */
@NullMarked
package io.weir.server.api;

import org.jspecify.annotations.NullMarked;
