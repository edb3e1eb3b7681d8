// SPDX-License-Identifier: Apache-2.0
/**
 * Tests of regions whose Redis is added, removed, replaced or emptied, or is not the same for all of their servers.
 */
@NullMarked
package io.weir.server.process.fleet.origin;

import org.jspecify.annotations.NullMarked;
