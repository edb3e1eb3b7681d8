// SPDX-License-Identifier: Apache-2.0
/** Threads that wait for a database in place of callers. Not for applications. Starting point: {@link io.weir.mysql.call.Lane}. */
@NullMarked
package io.weir.mysql.call;

import org.jspecify.annotations.NullMarked;
