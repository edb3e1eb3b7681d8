// SPDX-License-Identifier: Apache-2.0
/** Regions whose Redis comes, goes, is replaced, is emptied, or is not the same for all of their servers. */
@NullMarked
package io.weir.server.process.fleet.origin;

import org.jspecify.annotations.NullMarked;
