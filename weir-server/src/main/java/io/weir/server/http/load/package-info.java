// SPDX-License-Identifier: Apache-2.0
/** Who comes in, and how much is under way: counted from a connection's first moment to its last. */
@NullMarked
package io.weir.server.http.load;

import org.jspecify.annotations.NullMarked;
