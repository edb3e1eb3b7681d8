// SPDX-License-Identifier: Apache-2.0
/** How the server treats HTTP itself: paths, methods, sizes, broken requests, versions, connections. */
@NullMarked
package io.weir.server.conformance.wire;

import org.jspecify.annotations.NullMarked;
