// SPDX-License-Identifier: Apache-2.0
/** A request and a response that cost next to nothing, so that what a filter adds can be seen. */
@NullMarked
package io.weir.benchmarks.client.http;

import org.jspecify.annotations.NullMarked;
