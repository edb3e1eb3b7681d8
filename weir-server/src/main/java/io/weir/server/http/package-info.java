// SPDX-License-Identifier: Apache-2.0
/**
 * HTTP/1.1 and HTTP/2 over Vert.x: connections, timeouts, overload and shutdown. Knows nothing of the API or of rate
 * limits. Starting point: {@link io.weir.server.http.HttpFrontend}.
 */
@NullMarked
package io.weir.server.http;

import org.jspecify.annotations.NullMarked;
