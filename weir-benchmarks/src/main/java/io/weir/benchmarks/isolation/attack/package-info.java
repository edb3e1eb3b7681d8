// SPDX-License-Identifier: Apache-2.0
/** What an attack is, and how it runs: some connections at a bounded rate, until it is stopped. */
@NullMarked
package io.weir.benchmarks.isolation.attack;

import org.jspecify.annotations.NullMarked;
