// SPDX-License-Identifier: Apache-2.0
/** Tests of the operations limit and multiLimit over real HTTP. */
@NullMarked
package io.weir.server.conformance.limits;

import org.jspecify.annotations.NullMarked;
