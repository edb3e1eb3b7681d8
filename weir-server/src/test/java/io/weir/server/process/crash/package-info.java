// SPDX-License-Identifier: Apache-2.0
/** Servers that are killed while they are changed and spent at, and what the next start knows of it. */
@NullMarked
package io.weir.server.process.crash;

import org.jspecify.annotations.NullMarked;
