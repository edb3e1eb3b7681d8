// SPDX-License-Identifier: Apache-2.0
/** Studies alternative settings: a comparison of policy variants, and the frontier between cost and exactness. */
@NullMarked
package io.weir.simulator.study;

import org.jspecify.annotations.NullMarked;
