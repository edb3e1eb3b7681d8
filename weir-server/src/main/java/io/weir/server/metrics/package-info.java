// SPDX-License-Identifier: Apache-2.0
/**
 * What a server counts, for Prometheus. Nothing has a label for an identifier, a namespace, a workspace or a key: those are
 * as many as callers like. Starting point: {@link io.weir.server.metrics.ServerMetrics}.
 */
@NullMarked
package io.weir.server.metrics;

import org.jspecify.annotations.NullMarked;
