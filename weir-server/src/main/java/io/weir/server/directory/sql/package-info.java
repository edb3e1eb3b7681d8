// SPDX-License-Identifier: Apache-2.0
/**
 * The tenants' settings in MySQL, MariaDB or an embedded H2, as all servers share them. Starting point: {@link
 * io.weir.server.directory.sql.SqlRegistry}.
 */
@NullMarked
package io.weir.server.directory.sql;

import org.jspecify.annotations.NullMarked;
