// SPDX-License-Identifier: Apache-2.0
/**
 * What is said to the database, one class per question; the texts are resources beside them. Not for applications.
 * Starting points: {@link io.weir.mysql.sql.PushStatements} and {@link io.weir.mysql.sql.PullStatements}.
 */
@NullMarked
package io.weir.mysql.sql;

import org.jspecify.annotations.NullMarked;
