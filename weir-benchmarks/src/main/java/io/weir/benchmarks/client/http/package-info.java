// SPDX-License-Identifier: Apache-2.0
/** Stubs of a request and a response that cost almost nothing, so that the cost of a filter becomes visible. */
@NullMarked
package io.weir.benchmarks.client.http;

import org.jspecify.annotations.NullMarked;
