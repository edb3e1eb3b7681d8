// SPDX-License-Identifier: Apache-2.0
/** What an honest client notices while other clients attack the server: latency, failures, decisions. */
@NullMarked
package io.weir.benchmarks.isolation;

import org.jspecify.annotations.NullMarked;
