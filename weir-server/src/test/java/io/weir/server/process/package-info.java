// SPDX-License-Identifier: Apache-2.0
/** Tests of servers in their own processes: how they start, and what remains when they are killed. */
@NullMarked
package io.weir.server.process;

import org.jspecify.annotations.NullMarked;
