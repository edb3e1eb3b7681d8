// SPDX-License-Identifier: Apache-2.0
/** How far the servers of one region exceed a limit that many callers run into at once. */
@NullMarked
package io.weir.server.process.fleet.accuracy;

import org.jspecify.annotations.NullMarked;
