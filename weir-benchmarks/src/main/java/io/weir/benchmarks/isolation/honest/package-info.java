// SPDX-License-Identifier: Apache-2.0
/** A well-behaved client that knows the expected answer to each of its requests and times every request. */
@NullMarked
package io.weir.benchmarks.isolation.honest;

import org.jspecify.annotations.NullMarked;
