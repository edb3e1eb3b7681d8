// SPDX-License-Identifier: Apache-2.0
/**
 * The ledger's SQL statements, one class per kind of call; their texts are resources beside the classes. Not for
 * applications. Starting points: {@link io.weir.mysql.sql.PushStatements} and {@link
 * io.weir.mysql.sql.PullStatements}.
 */
@NullMarked
package io.weir.mysql.sql;

import org.jspecify.annotations.NullMarked;
