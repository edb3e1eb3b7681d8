// SPDX-License-Identifier: Apache-2.0
/** Servers that are set up as the pages for operators say. */
@NullMarked
package io.weir.server.process.setup;

import org.jspecify.annotations.NullMarked;
