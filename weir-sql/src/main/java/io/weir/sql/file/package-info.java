// SPDX-License-Identifier: Apache-2.0
/**
 * The SQLite file of a process that runs alone: opening, locking, checking and repairing it. Not for applications.
 * Starting point: {@link io.weir.sql.file.LocalDatabase}.
 */
@NullMarked
package io.weir.sql.file;

import org.jspecify.annotations.NullMarked;
