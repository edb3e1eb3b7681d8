// SPDX-License-Identifier: Apache-2.0
/**
 * Threads that block on a database in place of their callers. Not for applications. Starting point: {@link
 * io.weir.sql.call.DatabaseExecutor}.
 */
@NullMarked
package io.weir.sql.call;

import org.jspecify.annotations.NullMarked;
