// SPDX-License-Identifier: Apache-2.0
/** The cost of a server process, compared with an nginx that returns a static answer. */
@NullMarked
package io.weir.benchmarks.server;

import org.jspecify.annotations.NullMarked;
