// SPDX-License-Identifier: Apache-2.0
/** Tests of authentication, permissions and the order of the checks, over real HTTP. */
@NullMarked
package io.weir.server.conformance.access;

import org.jspecify.annotations.NullMarked;
