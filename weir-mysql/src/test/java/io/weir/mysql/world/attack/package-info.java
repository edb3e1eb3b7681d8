// SPDX-License-Identifier: Apache-2.0
/** Somebody who spreads what they spend over all regions, so that each sees little of it. */
@NullMarked
package io.weir.mysql.world.attack;

import org.jspecify.annotations.NullMarked;
