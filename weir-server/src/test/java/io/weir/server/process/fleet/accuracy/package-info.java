// SPDX-License-Identifier: Apache-2.0
/** Tests of how far the servers of one region exceed a limit that many callers reach at once. */
@NullMarked
package io.weir.server.process.fleet.accuracy;

import org.jspecify.annotations.NullMarked;
