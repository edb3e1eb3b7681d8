// SPDX-License-Identifier: Apache-2.0
/** What the operations on overrides promise, over real HTTP. */
@NullMarked
package io.weir.server.conformance.overrides;

import org.jspecify.annotations.NullMarked;
