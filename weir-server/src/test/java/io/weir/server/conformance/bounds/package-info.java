// SPDX-License-Identifier: Apache-2.0
/** Tests of the server's behaviour under overload, with clients or stores that are too slow, and at shutdown. */
@NullMarked
package io.weir.server.conformance.bounds;

import org.jspecify.annotations.NullMarked;
