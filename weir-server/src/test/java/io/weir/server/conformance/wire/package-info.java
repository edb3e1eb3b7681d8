// SPDX-License-Identifier: Apache-2.0
/** Tests of HTTP itself: paths, methods, sizes, invalid requests, versions, connections. */
@NullMarked
package io.weir.server.conformance.wire;

import org.jspecify.annotations.NullMarked;
