// SPDX-License-Identifier: Apache-2.0
/** Resets in the tables of a database. Starting point: {@link io.weir.mysql.reset.ResetTable}. */
@NullMarked
package io.weir.mysql.reset;

import org.jspecify.annotations.NullMarked;
