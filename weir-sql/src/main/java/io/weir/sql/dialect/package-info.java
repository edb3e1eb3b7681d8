// SPDX-License-Identifier: Apache-2.0
/**
 * What differs between databases, what their errors mean, and how schemas are migrated. Not for applications. Starting
 * points: {@link io.weir.sql.dialect.Dialect} and {@link io.weir.sql.dialect.Schema}.
 */
@NullMarked
package io.weir.sql.dialect;

import org.jspecify.annotations.NullMarked;
