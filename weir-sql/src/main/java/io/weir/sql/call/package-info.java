// SPDX-License-Identifier: Apache-2.0
/** Threads that wait for a database in place of callers. Not for applications. Starting point: {@link io.weir.sql.call.DatabaseExecutor}. */
@NullMarked
package io.weir.sql.call;

import org.jspecify.annotations.NullMarked;
