// SPDX-License-Identifier: Apache-2.0
/** Paths of requests, in one form however they were written, and patterns of them. */
@NullMarked
package io.weir.web.path;

import org.jspecify.annotations.NullMarked;
