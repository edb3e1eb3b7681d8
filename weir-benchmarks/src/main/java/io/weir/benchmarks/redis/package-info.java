// SPDX-License-Identifier: Apache-2.0
/** What shared decisions over a real Redis cost, compared with other Java limiters that use Redis. */
@NullMarked
package io.weir.benchmarks.redis;

import org.jspecify.annotations.NullMarked;
