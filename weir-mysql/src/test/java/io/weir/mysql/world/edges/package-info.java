// SPDX-License-Identifier: Apache-2.0
/** The same regions under strain: odd names, clocks that differ, floods, races, and a database in a file. */
@NullMarked
package io.weir.mysql.world.edges;

import org.jspecify.annotations.NullMarked;
