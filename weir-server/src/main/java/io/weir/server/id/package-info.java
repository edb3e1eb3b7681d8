// SPDX-License-Identifier: Apache-2.0
/** The encoding of ids that the server generates. */
@NullMarked
package io.weir.server.id;

import org.jspecify.annotations.NullMarked;
