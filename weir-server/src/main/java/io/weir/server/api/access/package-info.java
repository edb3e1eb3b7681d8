// SPDX-License-Identifier: Apache-2.0
/** Who is let in, and what they may do. */
@NullMarked
package io.weir.server.api.access;

import org.jspecify.annotations.NullMarked;
