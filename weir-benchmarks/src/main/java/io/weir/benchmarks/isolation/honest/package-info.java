// SPDX-License-Identifier: Apache-2.0
/** A client that does nothing wrong, knows the right answer to each of its requests, and times every one. */
@NullMarked
package io.weir.benchmarks.isolation.honest;

import org.jspecify.annotations.NullMarked;
