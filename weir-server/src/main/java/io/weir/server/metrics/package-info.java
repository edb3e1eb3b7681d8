// SPDX-License-Identifier: Apache-2.0
/**
 * The metrics of a server, for Prometheus. No metric has a label for an identifier, a namespace, a workspace or a
 * key, because callers can create any number of those. Starting point: {@link io.weir.server.metrics.ServerMetrics}.
 */
@NullMarked
package io.weir.server.metrics;

import org.jspecify.annotations.NullMarked;
