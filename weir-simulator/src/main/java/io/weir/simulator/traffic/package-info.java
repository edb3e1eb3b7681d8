// SPDX-License-Identifier: Apache-2.0
/** Who asks what, where and when: shapes of traffic, drawn from a seed. */
@NullMarked
package io.weir.simulator.traffic;

import org.jspecify.annotations.NullMarked;
