// SPDX-License-Identifier: Apache-2.0
/** A server on its own whose disk is full or whose file is damaged. */
@NullMarked
package io.weir.server.process.disk;

import org.jspecify.annotations.NullMarked;
