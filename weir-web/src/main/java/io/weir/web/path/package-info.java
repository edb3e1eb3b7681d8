// SPDX-License-Identifier: Apache-2.0
/** Paths of requests in normalized form, and patterns that match them. */
@NullMarked
package io.weir.web.path;

import org.jspecify.annotations.NullMarked;
