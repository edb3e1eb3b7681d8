// SPDX-License-Identifier: Apache-2.0
/** Load on a server, from processes and threads that are not measured themselves. */
@NullMarked
package io.weir.benchmarks.server.load;

import org.jspecify.annotations.NullMarked;
