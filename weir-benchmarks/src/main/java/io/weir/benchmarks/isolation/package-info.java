// SPDX-License-Identifier: Apache-2.0
/** Measures latency, failures and decisions of an honest client while other clients attack the server. */
@NullMarked
package io.weir.benchmarks.isolation;

import org.jspecify.annotations.NullMarked;
