// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of regions with a real database between them, in virtual time. Starting point: {@link
 * io.weir.mysql.world.DatabaseRegions}.
 */
@NullMarked
package io.weir.mysql.world;

import org.jspecify.annotations.NullMarked;
