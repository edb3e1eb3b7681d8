// SPDX-License-Identifier: Apache-2.0
/** Load limits: connections and the work in progress on them, counted from a connection's first moment to its last. */
@NullMarked
package io.weir.server.http.load;

import org.jspecify.annotations.NullMarked;
