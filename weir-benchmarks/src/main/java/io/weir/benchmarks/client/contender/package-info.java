// SPDX-License-Identifier: Apache-2.0
/** Spring Boot applications that differ only in their limiter. */
@NullMarked
package io.weir.benchmarks.client.contender;

import org.jspecify.annotations.NullMarked;
