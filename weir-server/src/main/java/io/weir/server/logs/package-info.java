// SPDX-License-Identifier: Apache-2.0
/**
 * The log of a server: one line per event on standard error, as text or JSON, without secrets and without repeated
 * lines. Starting point: {@link io.weir.server.logs.LogSetup}.
 */
@NullMarked
package io.weir.server.logs;

import org.jspecify.annotations.NullMarked;
