// SPDX-License-Identifier: Apache-2.0
/** Spring Boot applications that differ in their limiter alone. */
@NullMarked
package io.weir.benchmarks.client.contender;

import org.jspecify.annotations.NullMarked;
