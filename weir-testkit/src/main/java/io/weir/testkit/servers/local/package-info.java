// SPDX-License-Identifier: Apache-2.0
/**
 * The common parts of servers that tests start on this machine: a process that ends with the JVM, a port, folders.
 * Start at {@link io.weir.testkit.servers.local.LoopbackServer}.
 */
@NullMarked
package io.weir.testkit.servers.local;

import org.jspecify.annotations.NullMarked;
