// SPDX-License-Identifier: Apache-2.0
/** What an attack is and how it runs: several connections with a limited rate, until the attack is stopped. */
@NullMarked
package io.weir.benchmarks.isolation.attack;

import org.jspecify.annotations.NullMarked;
