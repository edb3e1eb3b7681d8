// SPDX-License-Identifier: Apache-2.0
/** Tests of server processes that start or stop while a dependency is missing. */
@NullMarked
package io.weir.server.process.start;

import org.jspecify.annotations.NullMarked;
