// SPDX-License-Identifier: Apache-2.0
/**
 * The HTTP transport: every request ends in time with an {@link io.weir.client.http.HttpOutcome}. Start at {@link
 * io.weir.client.http.HttpTransport}. The callers interpret the responses.
 */
@NullMarked
package io.weir.client.http;

import org.jspecify.annotations.NullMarked;
