// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of regions under difficult conditions: unusual names, clock skew, floods, races, and an unreliable network.
 */
@NullMarked
package io.weir.mysql.world.edges;

import org.jspecify.annotations.NullMarked;
