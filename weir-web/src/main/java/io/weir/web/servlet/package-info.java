// SPDX-License-Identifier: Apache-2.0
/** Limits for the requests of a servlet container, with or without a framework on top. */
@NullMarked
package io.weir.web.servlet;

import org.jspecify.annotations.NullMarked;
