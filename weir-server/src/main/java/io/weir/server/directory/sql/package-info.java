// SPDX-License-Identifier: Apache-2.0
/**
 * The tenants' settings in MySQL or MariaDB, which all servers share, or in the SQLite file of a server that runs
 * alone. Starting point: {@link io.weir.server.directory.sql.SqlTenantStore}.
 */
@NullMarked
package io.weir.server.directory.sql;

import org.jspecify.annotations.NullMarked;
