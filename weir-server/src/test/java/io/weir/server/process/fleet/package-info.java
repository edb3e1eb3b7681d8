// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of servers that share a Redis or a database, including outages of these stores and shutdowns of the servers.
 */
@NullMarked
package io.weir.server.process.fleet;

import org.jspecify.annotations.NullMarked;
