// SPDX-License-Identifier: Apache-2.0
/** Servers as processes of their own, which are killed, ended and cut off from their stores. */
@NullMarked
package io.weir.server.process;

import org.jspecify.annotations.NullMarked;
