// SPDX-License-Identifier: Apache-2.0
/** What limit and multiLimit promise, over real HTTP. */
@NullMarked
package io.weir.server.conformance.limits;

import org.jspecify.annotations.NullMarked;
