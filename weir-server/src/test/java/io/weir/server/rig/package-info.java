// SPDX-License-Identifier: Apache-2.0
/** The fixtures of the server's tests. */
@NullMarked
package io.weir.server.rig;

import org.jspecify.annotations.NullMarked;
