// SPDX-License-Identifier: Apache-2.0
/**
 * What a server says to whoever runs it: one line per happening on standard error, as text or JSON, without secrets and
 * without repeats. Starting point: {@link io.weir.server.logs.LogSetup}.
 */
@NullMarked
package io.weir.server.logs;

import org.jspecify.annotations.NullMarked;
