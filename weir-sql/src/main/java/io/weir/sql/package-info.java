// SPDX-License-Identifier: Apache-2.0
/**
 * Access to the database tables of one owner, through a connection pool or in a local file. Not for applications. Starting
 * point: {@link io.weir.sql.Database}.
 */
@NullMarked
package io.weir.sql;

import org.jspecify.annotations.NullMarked;
