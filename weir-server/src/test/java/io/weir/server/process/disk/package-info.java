// SPDX-License-Identifier: Apache-2.0
/** Tests of a server that runs alone, with a full disk or a damaged file. */
@NullMarked
package io.weir.server.process.disk;

import org.jspecify.annotations.NullMarked;
