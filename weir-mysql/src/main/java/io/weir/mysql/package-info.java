// SPDX-License-Identifier: Apache-2.0
/** The ledger in MySQL or MariaDB. Starting point: {@link io.weir.mysql.MysqlLedger}. */
@NullMarked
package io.weir.mysql;

import org.jspecify.annotations.NullMarked;
