// SPDX-License-Identifier: Apache-2.0
/** The server processes that are measured, and what the system and they themselves say of their cost. */
@NullMarked
package io.weir.benchmarks.server.site;

import org.jspecify.annotations.NullMarked;
