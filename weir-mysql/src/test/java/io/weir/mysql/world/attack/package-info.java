// SPDX-License-Identifier: Apache-2.0
/** Tests of an attacker that spreads its spending over all regions, so that each sees little of it. */
@NullMarked
package io.weir.mysql.world.attack;

import org.jspecify.annotations.NullMarked;
