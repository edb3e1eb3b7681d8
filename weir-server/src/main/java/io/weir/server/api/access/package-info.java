// SPDX-License-Identifier: Apache-2.0
/** Authentication of callers, and what they are permitted to do. */
@NullMarked
package io.weir.server.api.access;

import org.jspecify.annotations.NullMarked;
