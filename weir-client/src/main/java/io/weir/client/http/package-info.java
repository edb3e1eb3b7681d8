// SPDX-License-Identifier: Apache-2.0
/**
 * Requests and what comes of them: every one ends, in time, in an {@link io.weir.client.http.HttpOutcome}. Start at
 * {@link io.weir.client.http.HttpTransport}. What the answers mean is decided elsewhere.
 */
@NullMarked
package io.weir.client.http;

import org.jspecify.annotations.NullMarked;
