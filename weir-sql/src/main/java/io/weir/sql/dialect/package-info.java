// SPDX-License-Identifier: Apache-2.0
/**
 * The differences between databases, the meaning of their errors, and the migration of schemas. Not for applications.
 * Starting points: {@link io.weir.sql.dialect.Dialect} and {@link io.weir.sql.dialect.Schema}.
 */
@NullMarked
package io.weir.sql.dialect;

import org.jspecify.annotations.NullMarked;
