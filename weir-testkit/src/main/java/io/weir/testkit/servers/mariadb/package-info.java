// SPDX-License-Identifier: Apache-2.0
/** A real MariaDB for tests and benchmarks. Start at {@link io.weir.testkit.servers.mariadb.MariaDbServer}. */
@NullMarked
package io.weir.testkit.servers.mariadb;

import org.jspecify.annotations.NullMarked;
