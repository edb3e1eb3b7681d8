// SPDX-License-Identifier: Apache-2.0
/** Server processes that start, or end, while something is missing. */
@NullMarked
package io.weir.server.process.start;

import org.jspecify.annotations.NullMarked;
