// SPDX-License-Identifier: Apache-2.0
/** What a server process costs, beside an nginx that only answers. */
@NullMarked
package io.weir.benchmarks.server;

import org.jspecify.annotations.NullMarked;
