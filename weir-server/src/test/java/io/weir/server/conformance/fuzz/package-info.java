// SPDX-License-Identifier: Apache-2.0
/** Tests with requests that a seeded random generator made invalid in many ways. */
@NullMarked
package io.weir.server.conformance.fuzz;

import org.jspecify.annotations.NullMarked;
