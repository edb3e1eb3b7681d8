// SPDX-License-Identifier: Apache-2.0
/** Tests of servers that are killed during changes and checks, and of what the next start finds. */
@NullMarked
package io.weir.server.process.crash;

import org.jspecify.annotations.NullMarked;
