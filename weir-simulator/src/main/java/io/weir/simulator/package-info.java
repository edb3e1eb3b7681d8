// SPDX-License-Identifier: Apache-2.0
/** {@code weir simulate}: the command line of the simulator. Starting point: {@link io.weir.simulator.Main}. */
@NullMarked
package io.weir.simulator;

import org.jspecify.annotations.NullMarked;
