// SPDX-License-Identifier: Apache-2.0
/** Requests that went wrong in every way that a seeded random source thinks of. */
@NullMarked
package io.weir.server.conformance.fuzz;

import org.jspecify.annotations.NullMarked;
