// SPDX-License-Identifier: Apache-2.0
/** Tests of the operations on overrides over real HTTP. */
@NullMarked
package io.weir.server.conformance.overrides;

import org.jspecify.annotations.NullMarked;
