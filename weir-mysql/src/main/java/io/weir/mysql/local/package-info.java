// SPDX-License-Identifier: Apache-2.0
/**
 * The engine's origin for a process that runs alone, in place of a Redis: counts in a SQLite file. Starting point:
 * {@link io.weir.mysql.local.LocalStore}.
 */
@NullMarked
package io.weir.mysql.local;

import org.jspecify.annotations.NullMarked;
