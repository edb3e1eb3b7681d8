// SPDX-License-Identifier: Apache-2.0
/** The Redis that all contenders are measured on, and its statistics. */
@NullMarked
package io.weir.benchmarks.redis.server;

import org.jspecify.annotations.NullMarked;
