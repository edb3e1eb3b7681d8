// SPDX-License-Identifier: Apache-2.0
/**
 * The server: a process with an engine that serves the v2 rate-limit API. Starting point: {@link
 * io.weir.server.WeirServer}.
 */
@NullMarked
package io.weir.server;

import org.jspecify.annotations.NullMarked;
