// SPDX-License-Identifier: Apache-2.0
/** Tests of servers that are set up as the documentation for operators describes. */
@NullMarked
package io.weir.server.process.setup;

import org.jspecify.annotations.NullMarked;
