// SPDX-License-Identifier: Apache-2.0
/**
 * The traffic shapes, each with its settings. Starting point: {@link io.weir.simulator.traffic.shapes.ShapeTemplate}.
 */
@NullMarked
package io.weir.simulator.traffic.shapes;

import org.jspecify.annotations.NullMarked;
