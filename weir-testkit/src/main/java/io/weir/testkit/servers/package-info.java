// SPDX-License-Identifier: Apache-2.0
/**
 * Real servers for tests and benchmarks, and faults between them and their clients. Start at {@link
 * io.weir.testkit.servers.RequiredServers}; without JUnit, start at {@link io.weir.testkit.servers.RedisServer} or
 * {@link io.weir.testkit.servers.mariadb.MariaDbServer}.
 */
@NullMarked
package io.weir.testkit.servers;

import org.jspecify.annotations.NullMarked;
