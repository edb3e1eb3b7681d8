// SPDX-License-Identifier: Apache-2.0
/** Servers as processes of their own: how they start, and what is left when they are killed. */
@NullMarked
package io.weir.server.process;

import org.jspecify.annotations.NullMarked;
