// SPDX-License-Identifier: Apache-2.0
/** Generates traffic: shapes that make spenders' checks from a seed. */
@NullMarked
package io.weir.simulator.traffic;

import org.jspecify.annotations.NullMarked;
