// SPDX-License-Identifier: Apache-2.0
/** Who gets in over real HTTP, what they may do there, and in which order that is judged. */
@NullMarked
package io.weir.server.conformance.access;

import org.jspecify.annotations.NullMarked;
