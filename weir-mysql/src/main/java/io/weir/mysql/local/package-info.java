// SPDX-License-Identifier: Apache-2.0
/**
 * The counts of a process that runs alone, in a SQLite file: the engine's origin in place of a Redis. Starting point: {@link
 * io.weir.mysql.local.LocalStore}.
 */
@NullMarked
package io.weir.mysql.local;

import org.jspecify.annotations.NullMarked;
