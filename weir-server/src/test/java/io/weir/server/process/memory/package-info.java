// SPDX-License-Identifier: Apache-2.0
/** Tests of server processes with little memory. */
@NullMarked
package io.weir.server.process.memory;

import org.jspecify.annotations.NullMarked;
