// SPDX-License-Identifier: Apache-2.0
/**
 * Tests that the published clients of the v2 rate-limit API work with a Weir server when only the address is changed.
 */
@NullMarked
package io.weir.server.clients;

import org.jspecify.annotations.NullMarked;
