// SPDX-License-Identifier: Apache-2.0
/** The Redis that all are measured on, and what it says about itself. */
@NullMarked
package io.weir.benchmarks.redis.server;

import org.jspecify.annotations.NullMarked;
